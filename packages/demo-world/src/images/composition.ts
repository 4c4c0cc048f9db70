import type { Canvas, Frame } from './canvas/canvas.ts'
import type { Random } from './noise.ts'
import type { Palette } from './palette.ts'

/** The input of a composition. The same stage gives the same image. */
export type Stage = {
  frame: Frame
  palette: Palette
  random: Random
  /** The prompt's tags from the lexicon: `snow`, `night`, `calm` … */
  tags: ReadonlySet<string>
  /** 0 is a sketch, 1 has full detail. */
  detail: number
  /** Seconds since the video began; a still image is at 0. */
  time: number
}

/** One family of images. */
export type Composition = {
  /** Tags of its preferred palettes, when the prompt names no light or mood. */
  suits: readonly string[]
  /**
   * The share of the resolution it needs: soft images lose nothing when computed with fewer
   * pixels (1).
   */
  scale?: number
  /** Whether snow and rain may fall in it. */
  outdoors?: boolean
  paint(stage: Stage): Canvas
}

/** The number of noise layers for a stage: `least` in a sketch, `most` with everything. */
export function octaves({ detail }: Stage, least: number, most: number): number {
  return Math.round(least + (most - least) * detail)
}
