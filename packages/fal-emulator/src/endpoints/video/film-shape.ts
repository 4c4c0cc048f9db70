import type { Size } from '@atelier/demo-world/load-image'

/** Width over height of a film is kept within this and its inverse. */
const widest = 2.4
/** More pixels in all frames together would take too long to make. */
const mostPixels = 42_000_000
const mostFrames = 162
/** The encoder works in squares of this size. */
const block = 16

const smaller: Record<string, number> = { '240p': 0.5, '360p': 0.75 }

export type Timing = { fps: number; frames: number }

/**
 * As many whole frames a second as asked for, as long as there are not too many in all. The length
 * stays as it is.
 */
export function timingFor({ seconds, fps }: { seconds: number; fps: number }): Timing {
  const possible = Math.max(1, Math.min(Math.round(fps), Math.floor(mostFrames / seconds)))
  return { fps: possible, frames: Math.max(1, Math.round(seconds * possible)) }
}

export type FilmShape = { ratio: number; resolution?: string; longestSide: number; frames: number }

/**
 * The size of a sample film: the asked shape, and below the asked resolution, so that it is made
 * soon.
 */
export function filmSize({ ratio, resolution = '', longestSide, frames }: FilmShape): Size {
  const shape = Math.min(widest, Math.max(1 / widest, ratio))
  const side = longestSide * (smaller[resolution] ?? 1)
  const area = (side * side) / Math.max(shape, 1 / shape)
  const scale = Math.min(1, Math.sqrt(mostPixels / (area * frames)))
  const whole = (pixels: number) => Math.max(2, Math.round((pixels * scale) / block)) * block
  return { width: whole(side * Math.min(1, shape)), height: whole(side * Math.min(1, 1 / shape)) }
}
