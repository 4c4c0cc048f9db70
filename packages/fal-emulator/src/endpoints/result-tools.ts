import type { ImageFormat } from '@atelier/demo-world/images'
import sharp from 'sharp'
import { filesOf, type InputFile } from '../input-file.ts'
import type { Job } from '../jobs/job.ts'
import { cutOut, maskOfForeground } from './cut-out.ts'
import type { Endpoint, RenderContext } from './endpoints.ts'
import {
  address,
  boolean,
  type InputSchema,
  integer,
  literal,
  number,
  string,
} from './input-schema.ts'

type Drawn = { data: Uint8Array; width: number; height: number }
type Draw = (image: InputFile, input: Record<string, unknown>) => Promise<Drawn>

/** An endpoint that answers one image made from `image_url`: `{ image }` and what else it has. */
function imageTool(
  id: string,
  own: InputSchema,
  { draw, more = () => ({}) }: { draw: Draw; more?: (job: Job) => object },
): Endpoint {
  return {
    id,
    schema: { image_url: address('image'), ...own },
    make: async (job, input, context) => {
      const [image] = filesOf(context.files, 'image_url')
      if (!image || job.faults.includes('empty')) return { image: null, ...more(job) }
      const format = formatOf(input)
      const { data, width, height } =
        image.data.length > 0 ? await draw(image, input) : await plainImage(image, format, context)
      const name = `0.${format === 'jpeg' ? 'jpg' : format}`
      const url = await context.saveFile(name, data)
      const file = { url, width, height, content_type: `image/${format}`, file_name: name }
      return { image: file, ...more(job) }
    },
  }
}

/** Plain media are not fetched. */
async function plainImage(
  { width, height }: InputFile,
  format: ImageFormat,
  { image }: RenderContext,
): Promise<Drawn> {
  const size = { width, height }
  const order = { prompt: '', seed: 0, model: '', index: 0, format }
  return { ...size, data: await image({ ...order, ...size }) }
}

const formatOf = ({ output_format: format = 'png' }: Record<string, unknown>) =>
  format as ImageFormat

/** Really larger, without new detail. */
const enlarge: Draw = async ({ data }, input) => {
  const factor = Number(input.scale ?? input.upscale_factor ?? 2)
  const { autoOrient } = await sharp(data).metadata()
  const size = {
    width: Math.round(autoOrient.width * factor),
    height: Math.round(autoOrient.height * factor),
  }
  const enlarged = sharp(data)
    .autoOrient()
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
  return { ...size, data: await enlarged.toFormat(formatOf(input)).toBuffer() }
}

const cut: Draw = ({ data }, input) => cutOut(data, input.output_format === 'webp' ? 'webp' : 'png')

/** Brightness stands in for depth: light is near. */
const depth: Draw = async ({ data }) => {
  const grey = sharp(data).autoOrient().flatten({ background: 'black' }).greyscale().png()
  const { data: file, info } = await grey.toBuffer({ resolveWithObject: true })
  return { data: file, width: info.width, height: info.height }
}

/** One upright line in the middle stands in for a person. */
const pose: Draw = async ({ width, height }) => {
  const create = { width, height, channels: 3 as const, background: 'black' }
  const size = { width: Math.ceil(width / 20), height: Math.ceil(height / 2) }
  const body = { create: { ...size, channels: 3 as const, background: 'white' } }
  const file = sharp({ create }).composite([{ input: body }])
  return { width, height, data: await file.png().toBuffer() }
}

const mask: Draw = ({ data }, input) =>
  input.mask_only === false ? cutOut(data, 'png') : maskOfForeground(data)

/** A video as it came: nothing here can draw each of its frames again. */
function videoTool(id: string, own: InputSchema): Endpoint {
  return {
    id,
    schema: { video_url: address('video'), ...own },
    make: async (job, _, context) => {
      const [video] = filesOf(context.files, 'video_url')
      if (!video || job.faults.includes('empty')) return { video: null }
      const { data } =
        video.data.length > 0 ? video : await context.video({ ...tinyVideo, images: [] })
      const isWebm = Buffer.from(data.subarray(0, 4)).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))
      const [type, name] = isWebm ? ['webm', 'video.webm'] : ['mp4', 'video.mp4']
      const url = await context.saveFile(name, data)
      return { video: { url, content_type: `video/${type}`, file_name: name } }
    },
  }
}

const tinyVideo = { prompt: '', seed: 1, model: '', width: 32, height: 32, fps: 8, frames: 4 }

const segmentation = {
  model: literal(
    [
      'General Use (Light)',
      'General Use (Light 2K)',
      'General Use (Heavy)',
      'Matting',
      'Portrait',
      'General Use (Dynamic)',
    ],
    'General Use (Light)',
  ),
  operating_resolution: literal(['1024x1024', '2048x2048', '2304x2304'], '1024x1024'),
  refine_foreground: boolean(true),
  output_mask: boolean(false),
  sync_mode: boolean(false),
}
const poses = ['full-pose', 'body-pose', 'face-pose', 'hand-pose']
const containers = ['mp4_h265', 'mp4_h264', 'webm_vp9', 'mov_h265', 'mov_proresks', 'mkv_h265']
const moreContainers = ['mkv_h264', 'mkv_vp9', 'avi_h264', 'gif']

/** Upscaling, removing the background and what control images are made of, of images and videos (docs/providers/fal.md#endpoints). */
export const toolEndpoints: readonly Endpoint[] = [
  imageTool(
    'fal-ai/esrgan',
    {
      scale: number({ min: 1, max: 8, initially: 2 }),
      tile: integer({ initially: 0 }),
      face: boolean(false),
      model: literal(
        [
          'RealESRGAN_x4plus',
          'RealESRGAN_x2plus',
          'RealESRGAN_x4plus_anime_6B',
          'RealESRGAN_x4_v3',
          'RealESRGAN_x4_wdn_v3',
          'RealESRGAN_x4_anime_v3',
        ],
        'RealESRGAN_x4plus',
      ),
      output_format: literal(['png', 'jpeg'], 'png'),
    },
    { draw: enlarge },
  ),
  imageTool(
    'fal-ai/clarity-upscaler',
    {
      prompt: string({ initially: 'masterpiece, best quality, highres' }),
      negative_prompt: string({ initially: '(worst quality, low quality, normal quality:2)' }),
      upscale_factor: number({ min: 1, max: 4, initially: 2 }),
      creativity: number({ initially: 0.35 }),
      resemblance: number({ initially: 0.6 }),
      guidance_scale: number({ initially: 4 }),
      num_inference_steps: integer({ initially: 18 }),
      enable_safety_checker: boolean(true),
      seed: integer({ optional: true }),
    },
    { draw: enlarge, more: ({ seed }) => ({ seed, timings: {} }) },
  ),
  imageTool(
    'fal-ai/birefnet/v2',
    {
      ...segmentation,
      mask_only: boolean(false),
      output_format: literal(['webp', 'png', 'gif'], 'png'),
    },
    { draw: cut },
  ),
  imageTool('fal-ai/bria/background/remove', { sync_mode: boolean(false) }, { draw: cut }),
  imageTool('fal-ai/image-preprocessors/depth-anything/v2', {}, { draw: depth }),
  imageTool(
    'fal-ai/dwpose',
    { draw_mode: literal([...poses, 'face-hand-mask', 'face-mask', 'hand-mask'], 'body-pose') },
    { draw: pose },
  ),
  imageTool(
    'fal-ai/evf-sam',
    {
      prompt: string(),
      negative_prompt: string({ optional: true }),
      semantic_type: boolean(false),
      mask_only: boolean(true),
      use_grounding_dino: boolean(false),
      revert_mask: boolean(false),
      blur_mask: integer({ min: 0, max: 50, initially: 0 }),
      expand_mask: integer({ initially: 0 }),
      fill_holes: boolean(false),
    },
    { draw: mask },
  ),
  videoTool('fal-ai/birefnet/v2/video', {
    ...segmentation,
    video_output_type: literal(
      ['X264 (.mp4)', 'VP9 (.webm)', 'PRORES4444 (.mov)', 'GIF (.gif)'],
      'X264 (.mp4)',
    ),
    video_quality: literal(['low', 'medium', 'high', 'maximum'], 'high'),
    video_write_mode: literal(['fast', 'balanced', 'small'], 'balanced'),
  }),
  videoTool('bria/video/background-removal/v3', {
    output_container_and_codec: literal([...containers, ...moreContainers], 'webm_vp9'),
    preserve_audio: boolean(true),
  }),
]
