import type { Frame } from '../canvas/canvas.ts'
import { clamp } from '../noise.ts'

export type TerrainOptions = {
  /** The ground's height at a place; `z` is the distance from the eye. */
  height(x: number, z: number): number
  /** The height of the eye over the height 0. */
  eye: number
  /** Where the horizon lies in the image, in scene units from the middle downwards. */
  horizon: number
  near: number
  far: number
  /** Where the light comes from: left or right, and how steep (rise over run). */
  light: { from: 'left' | 'right'; slope: number }
}

/** Ground seen in perspective, one value for every pixel. */
export type Terrain = {
  /** How far the ground is, or 0 where there is only sky. */
  depth: Float32Array
  /** How much sun reaches it, 0 to 1: less in the shadow of a crest. */
  sun: Float32Array
}

const sampleRows = 400

/** Looks over a height field, column by column from near to far. */
export function lookOver(frame: Frame, options: TerrainOptions): Terrain {
  const { width } = frame
  const { near, far } = options
  const depths = Float32Array.from(
    { length: sampleRows },
    (_, row) => near * (far / near) ** (row / (sampleRows - 1)),
  )
  const height = new Float32Array(sampleRows * width)
  for (let row = 0; row < sampleRows; row++) {
    const z = depths[row] as number
    for (let column = 0; column < width; column++) {
      height[row * width + column] = options.height(
        ((column + 0.5 - width / 2) / frame.unit) * z,
        z,
      )
    }
  }
  const ground = { depths, height }
  return project(frame, options, { ...ground, sunlight: sunlight(frame, options, ground) })
}

type Ground = { depths: Float32Array; height: Float32Array }

/**
 * Light sweeps along every row from its side; what lies below the sinking edge of a crest's shadow
 * is dark.
 */
function sunlight(
  { width, unit }: Frame,
  { light }: TerrainOptions,
  { depths, height }: Ground,
): Float32Array {
  const sun = new Float32Array(height.length)
  const step = light.from === 'left' ? 1 : -1
  for (let row = 0; row < sampleRows; row++) {
    const z = depths[row] as number
    const sink = (z / unit) * light.slope
    let shadow = -1e9
    for (let index = 0, column = step > 0 ? 0 : width - 1; index < width; index++, column += step) {
      const at = row * width + column
      const ground = height[at] as number
      shadow = Math.max(shadow - sink, ground)
      sun[at] = clamp(1 - (shadow - ground) / (0.012 * z + 0.01))
    }
  }
  return sun
}

type Sample = { y: number; z: number; sun: number }

/**
 * Draws the samples column by column, each part of the image once: near ground hides what lies
 * behind it.
 */
function project(
  frame: Frame,
  options: TerrainOptions,
  ground: Ground & { sunlight: Float32Array },
): Terrain {
  const { width, height: lines, unit } = frame
  const size = width * lines
  const terrain = { depth: new Float32Array(size), sun: new Float32Array(size) }
  const lineOf = (height: number, z: number) =>
    (options.horizon + (options.eye - height) / z) * unit + lines / 2
  for (let column = 0; column < width; column++) {
    const x = (column + 0.5 - width / 2) / unit
    const pen = makePen(frame, terrain, column, {
      y: lines + 1e3,
      z: ground.depths[0] as number,
      sun: 1,
    })
    for (let row = 0; row < sampleRows && pen.top() > 0; row++) {
      const at = row * width + column
      const z = ground.depths[row] as number
      const sample = {
        y: lineOf(ground.height[at] as number, z),
        z,
        sun: ground.sunlight[at] as number,
      }
      if (row > 1 && pen.passesCrest(sample)) {
        const crest = highest(ground.depths[row - 2] as number, z, (depth) =>
          lineOf(options.height(x * depth, depth), depth),
        )
        pen.draw({ ...crest, sun: sample.sun })
      }
      pen.draw(sample)
    }
  }
  return terrain
}

/** Draws one column upwards from its foot; a sample that lies lower than one before is hidden. */
function makePen({ width, height }: Frame, { depth, sun }: Terrain, column: number, start: Sample) {
  let free = height
  let highestY = height + 1
  let before = start
  return {
    top: () => free,
    passesCrest: ({ y }: Sample) => y > highestY && before.y === highestY,
    draw: (sample: Sample) => {
      const { y, z } = sample
      if (y < highestY) {
        const first = Math.max(0, Math.floor(y))
        for (let line = free - 1; line >= first; line--) {
          const share = clamp((before.y - line - 0.5) / Math.max(1e-6, before.y - y))
          const at = line * width + column
          depth[at] = before.z + (z - before.z) * share
          sun[at] = before.sun + (sample.sun - before.sun) * share
        }
        free = Math.min(free, first)
        highestY = y
      }
      before = sample
    },
  }
}

/**
 * Where between two depths a column reaches highest in the image: a crest lies between the
 * sampled rows.
 */
function highest(
  from: number,
  to: number,
  lineAt: (z: number) => number,
): { y: number; z: number } {
  let [low, high] = [from, to]
  for (let round = 0; round < 7; round++) {
    const [first, second] = [low + (high - low) * 0.38, low + (high - low) * 0.62]
    if (lineAt(first) < lineAt(second)) high = second
    else low = first
  }
  const z = (low + high) / 2
  return { z, y: lineAt(z) }
}
