import type { Canvas, Frame } from './canvas/canvas.ts'
import type { Random } from './noise.ts'
import type { Palette } from './palette.ts'

/** All that a composition is given. The same stage gives the same image. */
export type Stage = {
  frame: Frame
  palette: Palette
  random: Random
  /** What the prompt speaks of, as the lexicon's tags: `snow`, `night`, `calm` … */
  tags: ReadonlySet<string>
  /** 0 is a sketch, 1 has everything. */
  detail: number
  /** Seconds since the video began; a still image is at 0. */
  time: number
}

/** One family of images. */
export type Composition = {
  /** Tags of the palettes it looks best in, when the prompt says nothing about light or mood. */
  suits: readonly string[]
  /**
   * The share of the resolution it needs: soft images lose nothing when computed with fewer
   * pixels (1).
   */
  scale?: number
  /** Snow and rain may fall in it. */
  outdoors?: boolean
  paint(stage: Stage): Canvas
}

/** The number of noise layers for a stage: `least` in a sketch, `most` with everything. */
export function octaves({ detail }: Stage, least: number, most: number): number {
  return Math.round(least + (most - least) * detail)
}
