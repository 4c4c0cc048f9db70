import type { Size } from '@atelier/demo-world/images'
import sharp from 'sharp'
import { imagesOf } from '../input-file.ts'
import type { Endpoint, RenderContext } from './endpoints.ts'
import {
  acceleration,
  guidance,
  type ImageInput,
  imageAnswer,
  outputFormat,
  type RenderImage,
  renderImages,
} from './image-answer.ts'
import {
  address,
  addresses,
  boolean,
  type InputSchema,
  imageSize,
  integer,
  literal,
  number,
  ratioOf,
  ratios,
  string,
} from './input-schema.ts'
import { sizeOf } from './text-to-image.ts'

type EditInput = ImageInput & {
  strength?: number
  aspect_ratio?: string | null
  image_size?: Parameters<typeof sizeOf>[0] | null
}

const common: InputSchema = {
  num_images: integer({ min: 1, max: 4, initially: 1 }),
  sync_mode: boolean(false),
}
const seeded: InputSchema = {
  ...common,
  prompt: string(),
  image_url: address('image'),
  seed: integer({ optional: true }),
}
const tolerance = (initially: string) => literal(['1', '2', '3', '4', '5', '6'], initially)

/** An endpoint that edits `image_url` and answers like the image endpoints. */
function editing(id: string, own: InputSchema, drawWith = drawEdit): Endpoint {
  return {
    id,
    schema: { ...seeded, ...own },
    make: async (job, given, context) => {
      const input = given as EditInput
      return imageAnswer(
        await renderImages(job, input, context, drawWith(input, context)),
        input.prompt,
      )
    },
  }
}

function drawEdit(
  { strength, aspect_ratio, image_size }: EditInput,
  { edit, files }: RenderContext,
): RenderImage {
  const shape: Size | number | undefined = image_size ? sizeOf(image_size) : ratioOf(aspect_ratio)
  const images = imagesOf(files, 'image_url', 'image_urls')
  return (order) =>
    edit({
      ...order,
      images,
      ...(shape !== undefined && { shape }),
      ...(strength !== undefined && { strength }),
    })
}

/** Only what the mask has white is drawn; the rest is the image. */
function drawFill(input: EditInput, context: RenderContext): RenderImage {
  const draw = drawEdit(input, context)
  const [image] = imagesOf(context.files, 'image_url')
  const [mask] = imagesOf(context.files, 'mask_url')
  return async (order, black) => {
    const drawn = await draw(order, black)
    // Plain media are not fetched.
    if (!image?.length || !mask?.length) return drawn
    const { width, height, data } = drawn
    const pixelsOf = (file: Uint8Array) =>
      sharp(file)
        .autoOrient()
        .resize({ width, height, fit: 'fill' })
        .flatten()
        .toColourspace('srgb')
        .raw()
        .toBuffer()
    const [before, after, share] = await Promise.all([image, data, mask].map(pixelsOf))
    const pixels = before?.map((value, index) => {
      const painted = (share?.[index] ?? 0) / 255
      return value + ((after?.[index] ?? 0) - value) * painted
    })
    const filled = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .toFormat(order.format)
      .toBuffer()
    return { width, height, data: filled }
  }
}

/**
 * It returns no seed and flags nothing: a flagged image is missing, and the description gives the
 * reason.
 */
const nanoBanana: Endpoint = {
  id: 'fal-ai/nano-banana/edit',
  schema: {
    ...common,
    prompt: string({ min: 3, max: 50_000 }),
    image_urls: addresses('image'),
    output_format: literal(['jpeg', 'png', 'webp'], 'png'),
    safety_tolerance: tolerance('4'),
    aspect_ratio: literal(
      ['auto', ...ratios('21:9 16:9 3:2 4:3 5:4 1:1 4:5 3:4 2:3 9:16')],
      'auto',
    ),
    limit_generations: boolean(false),
  },
  make: async (job, given, context) => {
    const input = given as EditInput
    const { images, flagged } = await renderImages(job, input, context, drawEdit(input, context))
    const shown = images.filter((_, index) => !flagged[index])
    const files = shown.map((image) => ({
      ...image,
      file_name: String(image.url).split('/').at(-1),
    }))
    const said = 'The picture in the light and the colours of the prompt.'
    return {
      images: files,
      description: shown.length > 0 ? said : 'The request could not be fulfilled.',
    }
  },
}

/** See docs/providers/fal.md#endpoints. */
export const editingEndpoints: readonly Endpoint[] = [
  editing('fal-ai/flux/dev/image-to-image', {
    strength: number({ min: 0.01, max: 1, initially: 0.95 }),
    num_inference_steps: integer({ min: 10, max: 50, initially: 40 }),
    guidance_scale: guidance(1),
    output_format: outputFormat,
    acceleration: acceleration('none'),
    enable_safety_checker: boolean(true),
  }),
  editing('fal-ai/flux-pro/kontext', {
    guidance_scale: guidance(1),
    output_format: outputFormat,
    safety_tolerance: tolerance('2'),
    enhance_prompt: boolean(false),
    aspect_ratio: literal(ratios('21:9 16:9 4:3 3:2 1:1 2:3 3:4 9:16 9:21')),
  }),
  editing(
    'fal-ai/flux-pro/v1/fill',
    {
      mask_url: address('image'),
      output_format: outputFormat,
      safety_tolerance: tolerance('2'),
      enhance_prompt: boolean(false),
    },
    drawFill,
  ),
  nanoBanana,
  editing('fal-ai/qwen-image-edit', {
    image_size: imageSize(),
    num_inference_steps: integer({ min: 2, max: 50, initially: 30 }),
    guidance_scale: number({ min: 0, max: 20, initially: 4 }),
    negative_prompt: string({ initially: ' ' }),
    output_format: literal(['jpeg', 'png'], 'png'),
    acceleration: acceleration('regular'),
    enable_safety_checker: boolean(true),
  }),
]
