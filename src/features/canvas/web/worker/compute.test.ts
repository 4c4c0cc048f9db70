import { expect, test } from 'vitest'
import { selectAll } from '../document/selection.ts'
import { createPixels } from '../pixels/pixels.ts'
import { compute, transferOf } from './compute.ts'

const size = { width: 8, height: 4 }
const red = [200, 0, 0, 255] as const

/** An image whose right half is red, and whose left half is empty. */
function halfRed() {
  const pixels = createPixels(size)
  for (let at = 0; at < size.width * size.height; at++)
    if (at % size.width >= size.width / 2) pixels.data.set(red, at * 4)
  return pixels
}

const options = { at: { x: 6, y: 1 }, tolerance: 10, metric: 'rgb', isContiguous: true } as const
const right = { x: 4, y: 0, width: 4, height: 4 }

test('a colour is selected, and does to the selection before what is asked', () => {
  const request = { kind: 'wand', pixels: halfRed(), options, before: selectAll(size) } as const
  expect(compute({ ...request, operation: 'replace' })).toMatchObject({ bounds: right })
  expect(compute({ ...request, operation: 'subtract' })).toMatchObject({
    bounds: { ...right, x: 0 },
  })
})

test('an edge moves outwards and inwards, up to nothing, and becomes soft', () => {
  const selection = { ...selectAll(right), bounds: right }
  const grow = (by: number) => compute({ kind: 'grow', selection, by, size })
  expect(grow(2)).toMatchObject({ bounds: { x: 2, y: 0, width: 6, height: 4 } })
  expect(grow(-2)).toMatchObject({ bounds: { x: 6, y: 0, width: 2, height: 4 } })
  expect(grow(-8)).toBeNull()
  const soft = compute({ kind: 'feather', selection, width: 4, size })
  if (!soft || !('mask' in soft)) throw new Error('Nothing is selected')
  const row = [...soft.mask.data.slice(0, soft.mask.width)]
  expect(row).toEqual(row.toSorted((a, b) => a - b))
  expect(row.some((value) => value > 0 && value < 255)).toBe(true)
})

test('an area is filled as far as a mask says; nothing where the mask has none of it', () => {
  const mask = { ...size, data: new Uint8Array(32) }
  const fill = () =>
    compute({ kind: 'fill', pixels: halfRed(), options, color: [0, 0, 255, 255], mask })
  expect(fill()).toBeNull()
  mask.data[5] = 255
  expect(fill()).toEqual({
    bounds: { x: 5, y: 0, width: 1, height: 1 },
    pixels: { width: 1, height: 1, data: new Uint8ClampedArray([0, 0, 255, 255]) },
  })
})

test('an image is adjusted', () => {
  const adjustment = { kind: 'hue', values: { lightness: -100 } } as const
  const answer = compute({ kind: 'adjust', pixels: halfRed(), adjustment })
  if (!answer || !('data' in answer)) throw new Error('There is no image')
  expect([...answer.data.slice(16, 20)]).toEqual([0, 0, 0, 255])
})

test('images are given away, selections of the document are not', () => {
  const pixels = halfRed()
  const selection = selectAll(size)
  const { mask } = selection
  const wand = { kind: 'wand', pixels, options, before: selection, operation: 'add' } as const
  expect(transferOf(wand)).toEqual([pixels.data.buffer])
  expect(transferOf({ kind: 'grow', selection, by: 1, size })).toEqual([])
  const fill = { kind: 'fill', pixels, options, mask } as const
  expect(transferOf({ ...fill, color: [0, 0, 0, 255] })).toEqual([
    pixels.data.buffer,
    mask.data.buffer,
  ])
  expect(transferOf(pixels)).toEqual([pixels.data.buffer])
  expect(transferOf(selection)).toEqual([mask.data.buffer])
  expect(transferOf(null)).toEqual([])
})
