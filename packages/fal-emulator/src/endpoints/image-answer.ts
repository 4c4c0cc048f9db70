import { createHash } from 'node:crypto'
import type { ImageFormat, Size } from '@atelier/demo-world/images'
import { blackImage } from '@atelier/demo-world/images'
import type { Job } from '../jobs/job.ts'
import type { RenderContext } from './endpoints.ts'
import { literal, number } from './input-schema.ts'

/** The input fields that every image endpoint has. */
export type ImageInput = {
  prompt: string
  num_images: number
  seed?: number
  output_format?: ImageFormat
  num_inference_steps?: number
  guidance_scale?: number
}

/** One image of an answer: `index` counts from 0. */
export type ImageOrder = {
  prompt: string
  model: string
  seed: number
  index: number
  format: ImageFormat
  steps?: number
  guidance?: number
}

/** Makes one image. With `black`, the safety checker replaces it, and only its size matters. */
export type RenderImage = (
  order: ImageOrder,
  black: boolean,
) => Promise<Size & { data: Uint8Array }>

export const outputFormat = literal(['jpeg', 'png'], 'jpeg')
export const guidance = (min: number) => number({ min, max: 20, initially: 3.5 })
export const acceleration = (initially: string) => literal(['none', 'regular', 'high'], initially)

export type RenderedImages = {
  images: Record<string, unknown>[]
  flagged: boolean[]
  seed: number
  seconds: number
}

/** The saved images of a job, each in the format of the answer; flagged ones are black. */
export async function renderImages(
  job: Job,
  input: ImageInput,
  context: RenderContext,
  draw: RenderImage,
): Promise<RenderedImages> {
  const began = performance.now()
  const seed = input.seed ?? job.seed
  const flagged = flaggedImages(job, job.faults.includes('empty') ? 0 : input.num_images)
  const format = input.output_format ?? 'jpeg'
  const images: Record<string, unknown>[] = []
  for (const [index, black] of flagged.entries()) {
    const order = {
      prompt: input.prompt,
      model: job.endpoint,
      seed,
      index,
      format,
      ...careOf(input),
    }
    const { width, height, data } = await draw(order, black)
    const shown = black ? await blackImage({ width, height, format }) : data
    const url = await context.saveFile(`${index}.${format === 'jpeg' ? 'jpg' : format}`, shown)
    images.push({ url, width, height, content_type: `image/${format}` })
  }
  return { images, flagged, seed, seconds: (performance.now() - began) / 1000 }
}

/** The answer of all image endpoints except one. */
export function imageAnswer(
  { images, flagged, seed, seconds }: RenderedImages,
  prompt: string,
): Record<string, unknown> {
  return { images, timings: { inference: seconds }, seed, has_nsfw_concepts: flagged, prompt }
}

function careOf({ num_inference_steps: steps, guidance_scale: guidance }: ImageInput) {
  return { ...(steps !== undefined && { steps }), ...(guidance !== undefined && { guidance }) }
}

/**
 * Which of a job's images the safety checker replaced. With the fault `nsfw` at least one and, of
 * several, not all; with `nsfw-all` every one. The choice depends on the job's input, so every
 * request gives the same answer.
 */
function flaggedImages(job: Pick<Job, 'input' | 'faults'>, count: number): boolean[] {
  if (job.faults.includes('nsfw-all')) return Array.from({ length: count }, () => true)
  if (!job.faults.includes('nsfw')) return Array.from({ length: count }, () => false)

  const dice = createHash('sha256').update(JSON.stringify(job.input)).digest()
  const certain = dice.readUInt16BE(0) % Math.max(1, count)
  const spared = (certain + 1) % Math.max(1, count)
  return Array.from({ length: count }, (_, index) => {
    if (index === certain) return true
    return index !== spared && dice.readUInt8(2 + (index % 16)) < 128
  })
}
