/**
 * A smooth random field: about -1 to 1, with features of about one unit. Read it with `noiseAt`.
 */
export type Noise = { order: Uint8Array; gradientX: Float64Array; gradientY: Float64Array }

const size = 256

/** Gradient noise whose lattice is drawn from `random`. */
export function noiseFrom(random: Random): Noise {
  const order = shuffled(random)
  const angles = Array.from({ length: size }, () => random.next() * Math.PI * 2)
  const gradientX = Float64Array.from(angles, (angle) => Math.cos(angle) * Math.SQRT2)
  const gradientY = Float64Array.from(angles, (angle) => Math.sin(angle) * Math.SQRT2)
  return { order, gradientX, gradientY }
}

/**
 * The field's value at a place. A plain function over plain tables, because this is the innermost
 * step of every image: a closure for each field would be called through a pointer and cost twice
 * as much.
 */
export function noiseAt({ order, gradientX, gradientY }: Noise, x: number, y: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const dx = x - column
  const dy = y - row
  const across = dx * dx * dx * (dx * (dx * 6 - 15) + 10)
  const down = dy * dy * dy * (dy * (dy * 6 - 15) + 10)
  const left = order[column & 255] as number
  const right = order[(column + 1) & 255] as number
  const a = order[(left + row) & 255] as number
  const b = order[(right + row) & 255] as number
  const c = order[(left + row + 1) & 255] as number
  const d = order[(right + row + 1) & 255] as number
  const topLeft = (gradientX[a] as number) * dx + (gradientY[a] as number) * dy
  const topRight = (gradientX[b] as number) * (dx - 1) + (gradientY[b] as number) * dy
  const lowLeft = (gradientX[c] as number) * dx + (gradientY[c] as number) * (dy - 1)
  const lowRight = (gradientX[d] as number) * (dx - 1) + (gradientY[d] as number) * (dy - 1)
  const top = topLeft + (topRight - topLeft) * across
  return top + (lowLeft + (lowRight - lowLeft) * across - top) * down
}

function shuffled(random: Random): Uint8Array {
  const order = Uint8Array.from({ length: size }, (_, index) => index)
  for (let index = size - 1; index > 0; index--) {
    const other = random.whole(0, index)
    const kept = order[index] as number
    order[index] = order[other] as number
    order[other] = kept
  }
  return order
}

/**
 * Layers of noise, each twice as fine and half as strong as the one before, turned so that no grid
 * shows.
 */
export function layered(noise: Noise, x: number, y: number, octaves: number, gain = 0.5): number {
  let sum = 0
  let strength = 0.5
  for (let octave = 0; octave < octaves; octave++) {
    sum += strength * noiseAt(noise, x, y)
    const turned = 1.6 * x + 1.2 * y + 17.3
    y = 1.6 * y - 1.2 * x + 9.1
    x = turned
    strength *= gain
  }
  return sum
}

/** Layers of folded noise: sharp crests over rounded valleys, 0 to about 1. */
export function ridged(noise: Noise, x: number, y: number, octaves: number, gain = 0.5): number {
  let sum = 0
  let strength = 0.5
  let carried = 1
  for (let octave = 0; octave < octaves; octave++) {
    const crest = 1 - Math.abs(noiseAt(noise, x, y))
    sum += strength * crest * crest * carried
    carried = crest
    const turned = 1.6 * x + 1.2 * y + 17.3
    y = 1.6 * y - 1.2 * x + 9.1
    x = turned
    strength *= gain
  }
  return sum
}

export const clamp = (value: number, low = 0, high = 1): number =>
  Math.min(high, Math.max(low, value))

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share

/**
 * 0 below `low`, 1 above `high`, an S-curve between; falls instead when `high` is less than `low`.
 */
export function smoothstep(low: number, high: number, value: number): number {
  const share = clamp((value - low) / (high - low))
  return share * share * (3 - 2 * share)
}

/** A stream of numbers that depends on its seed alone. */
export type Random = {
  /** From 0 up to 1. */
  next(): number
  between(low: number, high: number): number
  whole(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(probability: number): boolean
  /** Bell-shaped around 0, mostly within ±1. */
  bell(): number
  /** Another stream, which does not shift when this one is used more or less. */
  fork(label: string): Random
}

/** The stream for a text: the same text gives the same numbers on every machine. */
export function randomFrom(text: string): Random {
  const key = hash(text)
  let state = key
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + (high - low) * next()
  return {
    next,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    chance: (probability) => next() < probability,
    bell: () => (next() + next() + next()) / 1.5 - 1,
    fork: (label) => randomFrom(`${key}/${label}`),
  }
}

/** A 32-bit number for a text (FNV-1a with a final avalanche). */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** A number from 0 up to 1 for a place on a grid: cheap enough to compute for every pixel. */
export function dice(key: number, column: number, row: number): number {
  let value =
    Math.imul(key ^ Math.imul(column, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(row, 0xc2b2ae35)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39)
  return ((value ^ (value >>> 15)) >>> 0) / 4294967296
}
