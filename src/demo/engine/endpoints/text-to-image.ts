import { pixelsOf } from '#catalogue/image-sizes.ts'
import { blackPicture } from '../../pictures/black-picture.ts'
import type { Job } from '../jobs/job.ts'
import type { Endpoint, Workshop } from './endpoint.ts'
import { flaggedImages } from './flagged-images.ts'
import { boolean, type InputSchema, imageSize, integer, literal, number, string } from './input-field.ts'

type ImageInput = {
  prompt: string
  image_size: string | { width?: number; height?: number }
  num_images: number
  seed?: number
  output_format?: 'jpeg' | 'png'
  num_inference_steps?: number
  guidance_scale?: number
  cfg_weight?: number
}

/** An endpoint that answers `{ images, seed, has_nsfw_concepts, prompt, timings }`. `own` is what it takes besides. */
export function textToImage(id: string, { size, most }: { size: string; most: number }, own: InputSchema): Endpoint {
  return {
    id,
    schema: {
      prompt: string(),
      image_size: imageSize(size),
      num_images: integer({ min: 1, max: most, initially: 1 }),
      seed: integer({ optional: true }),
      enable_safety_checker: boolean(true),
      sync_mode: boolean(false),
      ...own,
    },
    make: (job, input, workshop) => makeImages(job, input as ImageInput, workshop),
  }
}

export const outputFormat = literal(['jpeg', 'png'], 'jpeg')
export const guidance = (min: number) => number({ min, max: 20, initially: 3.5 })

async function makeImages(job: Job, input: ImageInput, workshop: Workshop): Promise<Record<string, unknown>> {
  const began = performance.now()
  const seed = input.seed ?? job.seed
  const count = job.faults.includes('empty') ? 0 : input.num_images
  const flagged = flaggedImages(job, count)
  const images: unknown[] = []
  for (let index = 0; index < count; index++) {
    images.push(await makeImage(job, input, { seed, index, black: flagged[index] ?? false }, workshop))
  }
  return {
    images,
    timings: { inference: (performance.now() - began) / 1000 },
    seed,
    has_nsfw_concepts: flagged,
    prompt: input.prompt,
  }
}

type Which = { seed: number; index: number; black: boolean }

async function makeImage(job: Job, input: ImageInput, { seed, index, black }: Which, workshop: Workshop) {
  const { width, height } = sizeOf(input.image_size)
  const format = input.output_format ?? 'jpeg'
  const request = {
    prompt: input.prompt,
    model: job.endpoint,
    ...{ seed, index, width, height, format },
    ...optional('steps', input.num_inference_steps),
    ...optional('guidance', input.guidance_scale ?? input.cfg_weight),
  }
  const data = black ? await blackPicture(request) : await workshop.picture(request)
  const url = await workshop.keep(`${index}.${format === 'png' ? 'png' : 'jpg'}`, data)
  return { url, width, height, content_type: `image/${format}` }
}

function sizeOf(size: ImageInput['image_size']): { width: number; height: number } {
  return typeof size === 'string' ? pixelsOf(size) : { width: size.width ?? 512, height: size.height ?? 512 }
}

function optional<Name extends string>(name: Name, value: number | undefined): { [N in Name]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]?: number })
}
