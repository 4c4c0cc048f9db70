import type { ImageFormat, Size } from '@atelier/demo-world/images'
import sharp from 'sharp'
import type { ErrorDetail } from '../errors.ts'
import { filesOf, type InputFile, imagesOf } from '../input-file.ts'
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

/** Replaces the whole of what the mask has white: the image under it is not kept. */
function drawFill(input: EditInput, context: RenderContext): RenderImage {
  const draw = drawEdit({ ...input, strength: 1 }, context)
  const [image] = filesOf(context.files, 'image_url')
  const [mask] = filesOf(context.files, 'mask_url')
  return async (order, black) => {
    const drawn = await draw(order, black)
    // Plain media are not fetched.
    return image?.data.length && mask?.data.length
      ? fillMask({ image, mask: mask.data, drawn: drawn.data }, order.format)
      : drawn
  }
}

type FillFiles = { image: InputFile; mask: Uint8Array; drawn: Uint8Array }

/**
 * The image in its own size, with what was drawn where the mask is white, a share of it where it is
 * grey, and its own pixels where it is black. JPEG changes those by a few levels, PNG by none.
 */
async function fillMask({ image, mask, drawn }: FillFiles, format: ImageFormat) {
  const { width, height } = image
  const read = async (file: Uint8Array, background: string) =>
    sharp(file)
      .autoOrient()
      .flatten({ background })
      .toColourspace('srgb')
      .resize({ width, height, fit: 'fill' })
      .raw()
      .toBuffer()
  const [pixels, after, share] = await Promise.all([
    read(image.data, 'white'),
    read(drawn, 'white'),
    read(mask, 'black'),
  ])
  for (const [at, painted] of share.entries()) {
    const before = pixels[at] ?? 0
    pixels[at] = Math.round(before + (((after[at] ?? 0) - before) * painted) / 255)
  }
  const filled = sharp(pixels, { raw: { width, height, channels: 3 } })
  const file = format === 'jpeg' ? filled.jpeg(finestJpeg) : filled.toFormat(format)
  return { width, height, data: await file.toBuffer() }
}

const finestJpeg = { quality: 100, chromaSubsampling: '4:4:4' }

/** "Needs to match the dimensions of the input image", says its documentation of the mask. */
function checkMaskSize(files: readonly InputFile[], input: Record<string, unknown>): ErrorDetail[] {
  const [image] = filesOf(files, 'image_url')
  const [mask] = filesOf(files, 'mask_url')
  if (!image || !mask) return []
  if (mask.width === image.width && mask.height === image.height) return []
  const size = `${image.width}x${image.height}`
  return [
    {
      loc: ['body', 'mask_url'],
      msg: `The mask is ${mask.width}x${mask.height}: it needs to match the image, ${size}.`,
      type: 'value_error',
      input: input.mask_url,
    },
  ]
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
  {
    ...editing(
      'fal-ai/flux-pro/v1/fill',
      {
        mask_url: address('image'),
        output_format: outputFormat,
        safety_tolerance: tolerance('2'),
        enhance_prompt: boolean(false),
      },
      drawFill,
    ),
    checkFiles: checkMaskSize,
  },
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
