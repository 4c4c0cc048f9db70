import type { ImageFormat, Size } from '@atelier/demo-world/images'
import sharp from 'sharp'
import { filesOf } from '../input-file.ts'
import type { Endpoint } from './endpoints.ts'
import {
  guidance,
  type ImageInput,
  imageAnswer,
  outputFormat,
  renderImages,
} from './image-answer.ts'
import { address, boolean, imageSize, integer, number, string } from './input-schema.ts'
import { sizeOf } from './text-to-image.ts'

type ControlInput = ImageInput & {
  image_size: Parameters<typeof sizeOf>[0]
  control_lora_strength: number
}

/**
 * An endpoint that makes an image of words, guided by a control image. What the control image has
 * white is lighter in the result, so that a test can see that it was followed.
 */
function controlled(id: string, preprocess: string): Endpoint {
  return {
    id,
    schema: {
      prompt: string(),
      control_lora_image_url: address('image'),
      control_lora_strength: number({ min: 0, max: 2, initially: 1 }),
      [preprocess]: boolean(true),
      image_size: imageSize('landscape_4_3'),
      num_inference_steps: integer({ min: 1, max: 50, initially: 28 }),
      guidance_scale: guidance(0),
      num_images: integer({ min: 1, max: 4, initially: 1 }),
      output_format: outputFormat,
      seed: integer({ optional: true }),
      enable_safety_checker: boolean(true),
      sync_mode: boolean(false),
    },
    make: async (job, given, context) => {
      const input = given as ControlInput
      const size = sizeOf(input.image_size)
      const [control] = filesOf(context.files, 'control_lora_image_url')
      const made = await renderImages(job, input, context, async (order, black) => {
        if (black) return { ...size, data: new Uint8Array() }
        const image = await context.image({ ...order, ...size })
        // Plain media are not fetched.
        const isFollowed = control?.data.length && input.control_lora_strength > 0
        const data = isFollowed ? await follow(image, control.data, size, order.format) : image
        return { ...size, data }
      })
      return imageAnswer(made, input.prompt)
    },
  }
}

/** The image with the control image laid over it: white becomes white, black changes nothing. */
async function follow(
  image: Uint8Array,
  control: Uint8Array,
  { width, height }: Size,
  format: ImageFormat,
): Promise<Uint8Array> {
  const lines = await sharp(control)
    .flatten({ background: 'black' })
    .resize({ width, height, fit: 'fill' })
    .png()
    .toBuffer()
  return sharp(image)
    .composite([{ input: lines, blend: 'screen' }])
    .toFormat(format)
    .toBuffer()
}

/** See docs/providers/fal.md#endpoints. */
export const controlEndpoints: readonly Endpoint[] = [
  controlled('fal-ai/flux-control-lora-canny', 'preprocess_canny'),
  controlled('fal-ai/flux-control-lora-depth', 'preprocess_depth'),
]
