import sharp from 'sharp'
import { paintInStrokes } from './canvas/brushwork.ts'
import { frameOf } from './canvas/canvas.ts'
import { addBloom, addGrain, type Bitmap, develop } from './canvas/develop.ts'
import type { Composition } from './composition.ts'
import { compositions } from './compositions.ts'
import { type PaintingStyle, paintingStyleOf } from './painting-style.ts'
import { planImage } from './plan-image.ts'
import { sampleMark } from './sample-mark.ts'
import { addWeather } from './weather.ts'

export type ImageRequest = {
  prompt: string
  seed: number
  /** In pixels. */
  width: number
  height: number
  /** The endpoint or model id, which decides the painting style. */
  model: string
  steps?: number
  guidance?: number
  /** Which image of the request, from 0. */
  index?: number
  format?: ImageFormat
}

/** In pixels. */
export type Size = { width: number; height: number }

export type ImageFormat = 'jpeg' | 'png' | 'webp'

/** Images with more pixels are computed at this size and enlarged. */
const maxPixels = 1_100_000
const maxGrainPixels = 8_000_000

/**
 * A generated image that depends on the prompt's words, the seed, the size and the model, with a
 * small "sample" mark. The same request gives the same bytes.
 */
export async function renderImage(request: ImageRequest): Promise<Buffer> {
  const { width, height } = request
  const bitmap = await renderBitmap(request)
  const { grain } = paintingStyleOf(request)
  if (width * height <= maxGrainPixels) addGrain(bitmap, grain, `${request.prompt}/${request.seed}`)
  return encodeImage(bitmap, request.format)
}

/** The image without grain and mark. `time` is in seconds: moving parts have moved since 0. */
export async function renderBitmap(request: ImageRequest, time = 0): Promise<Bitmap> {
  return enlarged(paint(request, paintingStyleOf(request), time), request.width, request.height)
}

/** A bitmap with the "sample" mark, as a file. */
export function encodeImage(
  { width, height, data }: Bitmap,
  format: ImageFormat = 'jpeg',
): Promise<Buffer> {
  const plain = sharp(data, { raw: { width, height, channels: 3 } })
  const image = plain.composite([sampleMark(width, height)]).removeAlpha()
  if (format === 'png') return image.png({ compressionLevel: 6 }).toBuffer()
  if (format === 'webp') return image.webp({ quality: 90 }).toBuffer()
  return image.jpeg({ quality: 91, chromaSubsampling: '4:4:4' }).toBuffer()
}

function paint(
  { width, height, ...request }: ImageRequest,
  manner: PaintingStyle,
  time: number,
): Bitmap {
  const plan = planImage({ index: 0, ...request, manner: manner.name })
  const composition: Composition = compositions[plan.name]
  const scale =
    Math.min(1, Math.sqrt(maxPixels / (width * height))) * manner.scale * (composition.scale ?? 1)
  const frame = frameOf(
    Math.max(8, Math.round(width * scale)),
    Math.max(8, Math.round(height * scale)),
  )
  const stage = { ...plan, frame, detail: manner.detail, time }
  const canvas = composition.paint(stage)
  if (composition.outdoors) addWeather(canvas, stage)
  addBloom(canvas, { strength: manner.bloom, threshold: 0.75 })
  const finished = manner.brushwork
    ? paintInStrokes(canvas, manner.brushwork, `${request.prompt}/${request.seed}`)
    : canvas
  return develop(finished, { ...manner, exposure: 1 })
}

async function enlarged(bitmap: Bitmap, width: number, height: number): Promise<Bitmap> {
  if (bitmap.width === width && bitmap.height === height) return bitmap
  const { data } = await sharp(bitmap.data, {
    raw: { width: bitmap.width, height: bitmap.height, channels: 3 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) }
}

/** The image that a safety checker returns in place of a flagged one. */
export function blackImage(size: {
  width: number
  height: number
  format: ImageFormat
}): Promise<Buffer> {
  const { width, height, format } = size
  return sharp({ create: { width, height, channels: 3, background: 'black' } })
    .toFormat(format)
    .toBuffer()
}
