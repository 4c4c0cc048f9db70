import sharp from 'sharp'
import { addBloom } from './canvas/bloom.ts'
import { frameOf } from './canvas/canvas.ts'
import { type Bitmap, develop } from './canvas/develop.ts'
import { addGrain } from './canvas/grain.ts'
import { painted } from './canvas/paint.ts'
import { compositions } from './compositions/compositions.ts'
import type { Composition } from './compositions/stage.ts'
import { addWeather } from './compositions/weather.ts'
import { type Manner, mannerOf } from './manner.ts'
import { planPicture } from './plan.ts'
import { sampleMark } from './sample-mark.ts'

export type PictureRequest = {
  prompt: string
  seed: number
  /** In pixels. */
  width: number
  height: number
  /** The endpoint or model id: it decides the manner of painting. */
  model: string
  steps?: number
  guidance?: number
  /** Which picture of the request, from 0. */
  index?: number
  format?: 'jpeg' | 'png'
}

/** More pixels than this are not computed but enlarged from it. */
const mostPixels = 1_100_000
const mostGrainPixels = 8_000_000

/**
 * A generative picture that follows from the prompt's words, the seed, the size and the model, with a small "sample"
 * mark. The same request gives the same bytes.
 */
export async function renderPicture(request: PictureRequest): Promise<Buffer> {
  const { width, height, format = 'jpeg' } = request
  const manner = mannerOf(request)
  const bitmap = await enlarged(paint(request, manner), width, height)
  if (width * height <= mostGrainPixels) addGrain(bitmap, manner.grain, `${request.prompt}/${request.seed}`)
  const plain = sharp(bitmap.data, { raw: { width, height, channels: 3 } })
  const image = plain.composite([sampleMark(width, height)]).removeAlpha()
  return format === 'png'
    ? image.png({ compressionLevel: 6 }).toBuffer()
    : image.jpeg({ quality: 91, chromaSubsampling: '4:4:4' }).toBuffer()
}

function paint({ width, height, ...request }: PictureRequest, manner: Manner): Bitmap {
  const plan = planPicture({ index: 0, ...request, manner: manner.name })
  const composition: Composition = compositions[plan.name]
  const scale = Math.min(1, Math.sqrt(mostPixels / (width * height))) * manner.scale * (composition.scale ?? 1)
  const frame = frameOf(Math.max(8, Math.round(width * scale)), Math.max(8, Math.round(height * scale)))
  const stage = { ...plan, frame, detail: manner.detail, time: 0 }
  const canvas = composition.paint(stage)
  if (composition.outdoors) addWeather(canvas, stage)
  addBloom(canvas, { strength: manner.bloom, threshold: 0.75 })
  const finished = manner.brushwork ? painted(canvas, manner.brushwork, `${request.prompt}/${request.seed}`) : canvas
  return develop(finished, { ...manner, exposure: 1 })
}

async function enlarged(bitmap: Bitmap, width: number, height: number): Promise<Bitmap> {
  if (bitmap.width === width && bitmap.height === height) return bitmap
  const { data } = await sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) }
}
