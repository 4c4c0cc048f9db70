import sharp from 'sharp'
import { sampleMark } from '../pictures/sample-mark.ts'
import type { Planes } from './planes.ts'

/** Puts the "sample" mark on a frame. */
export type Watermark = (frame: Planes) => void

/**
 * The mark for films of this size, in its corner whatever the camera does. It is grey, so colours
 * stay as they are.
 */
export async function watermarkFor(width: number, height: number): Promise<Watermark> {
  const clear = sharp({
    create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
  const drawn = await clear
    .composite([sampleMark(width, height)])
    .raw()
    .toBuffer()
  const marked = Array.from({ length: width * height }, (_, at) => at).filter(
    (at) => (drawn[at * 4 + 3] ?? 0) > 0,
  )
  const strokes = marked.map((at) => ({
    at,
    light: 16 + ((drawn[at * 4] ?? 0) * 219) / 255,
    share: (drawn[at * 4 + 3] ?? 0) / 255,
  }))
  return ({ light: plane }) => {
    for (const { at, light, share } of strokes) {
      const under = plane[at] as number
      plane[at] = under + (light - under) * share
    }
  }
}
