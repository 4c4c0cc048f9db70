import { type Canvas, type Frame, newCanvas } from './canvas.ts'

/** A blurred copy: three passes of a box, which is nearly a bell curve. `radius` in pixels. */
export function blurred(canvas: Canvas, radius: number): Canvas {
  const box = Math.max(1, Math.round(radius / 1.7))
  const { width, height } = canvas
  const first = Float32Array.from(canvas.data)
  const second = new Float32Array(first.length)
  for (let pass = 0; pass < 3; pass++) {
    boxAlong(first, second, { lines: height, length: width, lineStep: width * 3, step: 3 }, box)
    boxAlong(second, first, { lines: width, length: height, lineStep: 3, step: width * 3 }, box)
  }
  return { width, height, data: first }
}

/** Blurs down the columns only, as water does with reflections. `radius` in pixels. */
export function blurredDown(canvas: Canvas, radius: number): Canvas {
  const box = Math.max(1, Math.round(radius / 1.4))
  const { width, height } = canvas
  const first = Float32Array.from(canvas.data)
  const second = new Float32Array(first.length)
  const columns = { lines: width, length: height, lineStep: 3, step: width * 3 }
  boxAlong(first, second, columns, box)
  boxAlong(second, first, columns, box)
  return { width, height, data: first }
}

type Lines = { lines: number; length: number; lineStep: number; step: number }

function boxAlong(
  from: Float32Array,
  to: Float32Array,
  { lines, length, lineStep, step }: Lines,
  box: number,
): void {
  const share = 1 / (box * 2 + 1)
  for (let line = 0; line < lines; line++) {
    for (let part = 0; part < 3; part++) {
      const start = line * lineStep + part
      const last = start + (length - 1) * step
      const value = (index: number) =>
        from[index < 0 ? start : index >= length ? last : start + index * step] as number
      let sum = 0
      for (let index = -box; index <= box; index++) sum += value(index)
      for (let index = 0; index < length; index++) {
        to[start + index * step] = sum * share
        sum += value(index + box + 1) - value(index - box)
      }
    }
  }
}

/** A copy with `factor` times fewer pixels each way, averaged. */
export function shrunk(canvas: Canvas, factor: number): Canvas {
  const small = newCanvas(
    Math.max(1, Math.floor(canvas.width / factor)),
    Math.max(1, Math.floor(canvas.height / factor)),
  )
  const share = 1 / (factor * factor)
  for (let row = 0; row < small.height * factor; row++) {
    if (row >= canvas.height) break
    const target = Math.floor(row / factor) * small.width
    for (let column = 0; column < Math.min(canvas.width, small.width * factor); column++) {
      const from = (row * canvas.width + column) * 3
      const to = (target + Math.floor(column / factor)) * 3
      for (let part = 0; part < 3; part++) {
        small.data[to + part] =
          (small.data[to + part] as number) + (canvas.data[from + part] as number) * share
      }
    }
  }
  return small
}

/**
 * Interpolates a canvas between its pixels; `column` and `row` are in its own pixels and may lie
 * outside.
 */
export function sample(
  { width, height, data }: Canvas,
  column: number,
  row: number,
  into: Float64Array,
): void {
  const x = Math.min(Math.max(column - 0.5, 0), width - 1.001)
  const y = Math.min(Math.max(row - 0.5, 0), height - 1.001)
  const left = Math.floor(x)
  const top = Math.floor(y)
  const dx = x - left
  const dy = y - top
  const at = (top * width + left) * 3
  const below = height > 1 ? at + width * 3 : at
  const next = width > 1 ? 3 : 0
  into[0] = between(data, at, next, below, dx, dy)
  into[1] = between(data, at + 1, next, below + 1, dx, dy)
  into[2] = between(data, at + 2, next, below + 2, dx, dy)
}

/** Interpolates a canvas at a place in the scene. */
export function sampleAt(
  canvas: Canvas,
  { right, bottom, unit }: Frame,
  x: number,
  y: number,
  into: Float64Array,
): void {
  sample(canvas, (x + right) * unit, (y + bottom) * unit, into)
}

function between(
  data: Float32Array,
  at: number,
  next: number,
  below: number,
  dx: number,
  dy: number,
): number {
  const upper = (data[at] as number) * (1 - dx) + (data[at + next] as number) * dx
  const lower = (data[below] as number) * (1 - dx) + (data[below + next] as number) * dx
  return upper + (lower - upper) * dy
}

/** Adds a smaller canvas, stretched over the whole, with the given strength. */
export function addStretched(canvas: Canvas, small: Canvas, strength: number): void {
  const light = new Float64Array(3)
  let at = 0
  for (let row = 0; row < canvas.height; row++) {
    const y = ((row + 0.5) * small.height) / canvas.height
    for (let column = 0; column < canvas.width; column++) {
      sample(small, ((column + 0.5) * small.width) / canvas.width, y, light)
      canvas.data[at] = (canvas.data[at] as number) + (light[0] as number) * strength
      canvas.data[at + 1] = (canvas.data[at + 1] as number) + (light[1] as number) * strength
      canvas.data[at + 2] = (canvas.data[at + 2] as number) + (light[2] as number) * strength
      at += 3
    }
  }
}

/** An edge is where neighbours differ by more than this share of their brightness. */
const contrast = 0.06

/**
 * Softens the steps that an edge makes from pixel to pixel, and removes single stray pixels.
 * Changes `canvas`.
 */
export function smoothEdges(canvas: Canvas): void {
  const { width, height, data } = canvas
  const before = Float32Array.from(data)
  const grey = (at: number) =>
    (before[at * 3] as number) * 0.3 +
    (before[at * 3 + 1] as number) * 0.6 +
    (before[at * 3 + 2] as number) * 0.1
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column
      const own = grey(at)
      const [left, right, above, below] = [
        grey(at - 1),
        grey(at + 1),
        grey(at - width),
        grey(at + width),
      ]
      const low = Math.min(left, right, above, below)
      const high = Math.max(left, right, above, below)
      if (Math.max(high, own) - Math.min(low, own) < contrast * (high + own)) continue
      const stray = own < low * (1 - contrast) || own > high * (1 + contrast)
      const kept = stray ? 0 : 0.4
      for (let part = 0; part < 3; part++) {
        const i = at * 3 + part
        const around =
          (before[i - 3] as number) +
          (before[i + 3] as number) +
          (before[i - width * 3] as number) +
          (before[i + width * 3] as number)
        data[i] = (before[i] as number) * kept + (around / 4) * (1 - kept)
      }
    }
  }
}

export type Rays = {
  /** The light, in pixels of the canvas; it may lie outside. */
  x: number
  y: number
  /** Pixels darker than this throw no ray. */
  threshold: number
  /** How far towards the light a ray is sampled, 0 to 1 of the way. */
  reach: number
}

const steps = 36

/** Shafts of light: every pixel adds up the bright pixels on its way to the light. */
export function castRays(source: Canvas, { x, y, threshold, reach }: Rays): Canvas {
  const { width, height } = source
  const bright = newCanvas(width, height)
  for (let at = 0; at < source.data.length; at++)
    bright.data[at] = Math.max(0, (source.data[at] as number) - threshold)
  const rays = newCanvas(width, height)
  const light = new Float64Array(3)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 3
      let weight = 1 / steps
      for (let step = 0; step < steps; step++) {
        const share = (step / steps) * reach
        sample(bright, column + 0.5 + (x - column) * share, row + 0.5 + (y - row) * share, light)
        for (let part = 0; part < 3; part++) {
          rays.data[at + part] = (rays.data[at + part] as number) + (light[part] as number) * weight
        }
        weight *= 0.985
      }
    }
  }
  return rays
}
