import { expect, test } from 'vitest'
import { createMask, createPixels } from '../pixels/pixels.ts'
import {
  type AdjustmentKind,
  adjustments,
  adjustPixels,
  maxAdjustPixels,
  planPart,
} from './adjustments.ts'

const kinds = Object.keys(adjustments) as AdjustmentKind[]
const size = { width: 24, height: 16 }

/** An image of two halves, dark and light, with a speck in each quarter. */
function halves() {
  const pixels = createPixels(size)
  for (let at = 0; at < pixels.data.length; at += 4) {
    const isLeft = (at / 4) % size.width < size.width / 2
    pixels.data.set(isLeft ? [60, 40, 40, 255] : [200, 210, 190, 255], at)
  }
  for (const x of [3, 10, 15, 20]) pixels.data.set([250, 0, 120, 255], (8 * size.width + x) * 4)
  return pixels
}

test.each(kinds)('%s computes with its usual and with its furthest numbers', (kind) => {
  const names = Object.entries(adjustments[kind])
  const ends = (end: 'min' | 'max') =>
    Object.fromEntries(names.map(([name, limits]) => [name, limits[end]]))
  for (const values of [{}, ends('min'), ends('max')])
    expect(adjustPixels(halves(), { kind, values })).toMatchObject(size)
})

test('numbers beyond the limits count as the nearest allowed', () => {
  const wild = { black: 300, gamma: 0, white: -4 }
  const nearest = { black: 254, gamma: 0.1, white: 255 }
  expect(adjustPixels(halves(), { kind: 'levels', values: wild })).toEqual(
    adjustPixels(halves(), { kind: 'levels', values: nearest }),
  )
})

const colouring = kinds.filter((kind) => !/edges|perspective|extend|mirror/.test(kind))

test.each(colouring)('%s changes only what is selected', (kind) => {
  const mask = createMask(size)
  for (let y = 0; y < size.height; y++) mask.data.fill(255, y * 24 + 8, y * 24 + 16)
  const values = { black: 80, hue: 90, radius: 4 }
  const before = halves()
  const after = adjustPixels(before, { kind, values }, mask)
  expect(after).not.toEqual(before)
  for (let index = 0; index < mask.data.length; index++)
    if (!mask.data[index])
      expect(after.data.subarray(index * 4, index * 4 + 4)).toEqual(
        before.data.subarray(index * 4, index * 4 + 4),
      )
})

test('edges are white lines on black', () => {
  const { data } = adjustPixels(halves(), { kind: 'edges', values: {} })
  const row = Array.from({ length: size.width }, (_pixel, x) => data[(2 * 24 + x) * 4])
  expect(row.filter((value) => value === 255)).toHaveLength(1)
  expect(row.filter((value) => value === 0)).toHaveLength(23)
  expect(data[3]).toBe(255)
})

test.each([
  ['light', 244],
  ['black', 0],
])('edges of a %s stroke on nothing are found', (_name, brightness) => {
  const pixels = createPixels(size)
  for (let y = 0; y < size.height; y++)
    for (let x = 8; x < 16; x++) {
      const color = [brightness, brightness, brightness, 255]
      pixels.data.set(color, (y * size.width + x) * 4)
    }
  const { data } = adjustPixels(pixels, { kind: 'edges', values: {} })
  const row = Array.from({ length: size.width }, (_pixel, x) => data[(8 * size.width + x) * 4])
  expect(row.filter((value) => value === 255)).toHaveLength(2)
})

const content = { x: 10, y: 10, width: 100, height: 50 }

test('a part is read that is as large as the adjustment needs', () => {
  const levels = { kind: 'levels', values: {} } as const
  expect(planPart(levels, content, null)).toEqual(content)
  const selected = { x: 0, y: 0, width: 30, height: 30 }
  expect(planPart(levels, content, selected)).toEqual({ x: 10, y: 10, width: 20, height: 20 })
  expect(planPart({ kind: 'denoise', values: { radius: 3 } }, content, selected)).toEqual({
    ...{ x: 10, y: 10, width: 23, height: 23 },
  })
  const blurred = planPart({ kind: 'blur', values: { radius: 4 } }, content, null)
  expect(blurred).toMatchObject({ x: expect.toSatisfy((x: number) => x <= 0) })
})

test('nothing is computed of an empty layer, nor beside the selection', () => {
  const levels = { kind: 'levels', values: {} } as const
  expect(planPart(levels, null, null)).toBeNull()
  expect(planPart(levels, content, { x: 500, y: 500, width: 10, height: 10 })).toBeNull()
})

test('a layer above the limit is refused, and a selected part of it is not', () => {
  const levels = { kind: 'levels', values: {} } as const
  const large = { x: 0, y: 0, width: 5000, height: maxAdjustPixels / 5000 }
  expect(planPart(levels, large, null)).toEqual(large)
  const larger = { ...large, height: large.height + 1 }
  expect(planPart(levels, larger, null)).toBe('too-large')
  const selected = { x: 0, y: 0, width: 100, height: 100 }
  expect(planPart(levels, larger, selected)).toEqual(selected)
})

/** A row of dark, middle and light in the middle of a transparent image. */
function bar() {
  const pixels = createPixels({ width: 9, height: 3 })
  for (const [at, value] of [10, 20, 30].entries())
    pixels.data.set([value, value, value, 255], (9 + 3 + at) * 4)
  return pixels
}

const rowOf = ({ data }: { data: Uint8ClampedArray }, y: number) =>
  Array.from({ length: 9 }, (_pixel, x) =>
    data[(y * 9 + x) * 4 + 3] ? data[(y * 9 + x) * 4] : null,
  )

const sides = { left: 3, right: 2, top: 0, bottom: 1 }

test('content goes on by its outermost pixels, or mirrored', () => {
  const extended = adjustPixels(bar(), { kind: 'extend', values: sides })
  expect([0, 1, 2].map((y) => rowOf(extended, y))).toEqual([
    Array(9).fill(null),
    [10, 10, 10, 10, 20, 30, 30, 30, null],
    [10, 10, 10, 10, 20, 30, 30, 30, null],
  ])
  const mirrored = adjustPixels(bar(), { kind: 'mirror', values: sides })
  expect(rowOf(mirrored, 1)).toEqual([30, 20, 10, 10, 20, 30, 30, 20, null])
})

test('content goes on only within the selection', () => {
  const mask = createMask({ width: 9, height: 3 })
  mask.data.fill(255, 9 + 6, 9 + 9)
  const extended = adjustPixels(bar(), { kind: 'extend', values: sides }, mask)
  expect(rowOf(extended, 1)).toEqual([null, null, null, 10, 20, 30, 30, 30, null])
  expect(rowOf(extended, 2)).toEqual(Array(9).fill(null))
})

test('the corners of the content are moved', () => {
  const moved = Object.fromEntries(
    ['top_left', 'top_right', 'bottom_right', 'bottom_left'].map((corner) => [`${corner}_x`, 2]),
  )
  const { data } = adjustPixels(bar(), { kind: 'perspective', values: moved })
  expect(rowOf({ data }, 1)).toEqual([null, null, null, null, null, 10, 20, 30, null])
})

test('a part has room for margins and for moved corners', () => {
  const values = { left: 10, right: 20, top: 0, bottom: 5 }
  const wide = { x: 0, y: 10, width: 130, height: 55 }
  expect(planPart({ kind: 'extend', values }, content, null)).toEqual(wide)
  const selected = { x: 0, y: 0, width: 5, height: 5 }
  expect(planPart({ kind: 'mirror', values }, content, selected)).toEqual(wide)
  const corner = { top_left_x: -30, bottom_right_y: 7 }
  expect(planPart({ kind: 'perspective', values: corner }, content, null)).toEqual({
    ...{ x: -20, y: 10, width: 130, height: 57 },
  })
})
