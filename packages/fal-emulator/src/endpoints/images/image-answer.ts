import { blackPicture } from '@atelier/demo-world/black-image'
import type { Size } from '@atelier/demo-world/load-image'
import type { PictureFormat } from '@atelier/demo-world/painter'
import type { Job } from '../../jobs/job.ts'
import type { RenderContext } from '../endpoint.ts'
import { literal, number } from '../schema/input-field.ts'
import { flaggedImages } from './flagged-images.ts'

/** What an image endpoint is asked for, whatever else it takes. */
export type ImageInput = {
  prompt: string
  num_images: number
  seed?: number
  output_format?: PictureFormat
  num_inference_steps?: number
  guidance_scale?: number
}

/** One image of an answer: `index` counts from 0. */
export type Order = {
  prompt: string
  model: string
  seed: number
  index: number
  format: PictureFormat
  steps?: number
  guidance?: number
}

/** Makes one image. With `black`, the checker replaces it, and only its size matters. */
export type Draw = (order: Order, black: boolean) => Promise<Size & { data: Uint8Array }>

export const outputFormat = literal(['jpeg', 'png'], 'jpeg')
export const guidance = (min: number) => number({ min, max: 20, initially: 3.5 })
export const acceleration = (initially: string) => literal(['none', 'regular', 'high'], initially)

export type MadeImages = {
  images: Record<string, unknown>[]
  flagged: boolean[]
  seed: number
  seconds: number
}

/**
 * The images of a job, kept, each as the answer describes it; those that were flagged are black.
 */
export async function makeImages(
  job: Job,
  input: ImageInput,
  workshop: RenderContext,
  draw: Draw,
): Promise<MadeImages> {
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
    const shown = black ? await blackPicture({ width, height, format }) : data
    const url = await workshop.keep(`${index}.${format === 'jpeg' ? 'jpg' : format}`, shown)
    images.push({ url, width, height, content_type: `image/${format}` })
  }
  return { images, flagged, seed, seconds: (performance.now() - began) / 1000 }
}

/** The answer of every image endpoint but one. */
export function imageAnswer(
  { images, flagged, seed, seconds }: MadeImages,
  prompt: string,
): Record<string, unknown> {
  return { images, timings: { inference: seconds }, seed, has_nsfw_concepts: flagged, prompt }
}

function careOf({ num_inference_steps: steps, guidance_scale: guidance }: ImageInput) {
  return { ...(steps !== undefined && { steps }), ...(guidance !== undefined && { guidance }) }
}
