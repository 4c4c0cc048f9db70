/** A stream of numbers that follows from its seed alone. */
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

/** A number from 0 up to 1 for a place on a grid: cheap enough to ask for every pixel. */
export function dice(key: number, column: number, row: number): number {
  let value =
    Math.imul(key ^ Math.imul(column, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(row, 0xc2b2ae35)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39)
  return ((value ^ (value >>> 15)) >>> 0) / 4294967296
}
