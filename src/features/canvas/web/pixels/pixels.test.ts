import { describe, expect, it } from 'vitest'
import {
  checkMask,
  createMask,
  createPixels,
  cropMask,
  cropPixels,
  inBands,
  intersectRects,
  placePixels,
} from './pixels.ts'
import { colorAt, createRandom, drawing, drawnMask, noise, plain } from './test-support.ts'

describe('the size of an image', () => {
  it.each([
    [{ width: 0, height: 0 }, 'size.width is 0'],
    [{ width: 4, height: -1 }, 'size.height is -1'],
    [{ width: Number.NaN, height: 4 }, 'size.width is NaN'],
    [{ width: 4.5, height: 4 }, 'size.width is 4.5'],
    [{ width: 16_385, height: 1 }, 'a whole number from 1 to 16384'],
  ])('%j is refused, with the field and the limit', (size, message) => {
    expect(() => createPixels(size)).toThrow(RangeError)
    expect(() => createPixels(size)).toThrow(message)
  })

  it('may be one pixel, or one row', () => {
    expect(createPixels({ width: 1, height: 1 }).data).toHaveLength(4)
    expect(createMask({ width: 8192, height: 1 }).data).toHaveLength(8192)
  })

  it('must be that of the mask', () => {
    const mask = createMask({ width: 3, height: 2 })
    expect(() => checkMask(mask, { width: 2, height: 3 })).toThrow('mask is 3 × 2: 2 × 3 is needed')
    expect(() => checkMask({ ...mask, width: 4 })).toThrow('mask.data has 6 bytes: 8 are needed')
  })
})

describe('a part of an image', () => {
  const pixels = noise({ width: 6, height: 5 }, createRandom(1))

  it('is transparent where it reaches outside', () => {
    const part = cropPixels(pixels, { x: -1, y: 3, width: 8, height: 4 })
    expect(colorAt(part, 0, 0)).toEqual([0, 0, 0, 0])
    expect(colorAt(part, 1, 0)).toEqual(colorAt(pixels, 0, 3))
    expect(colorAt(part, 6, 1)).toEqual(colorAt(pixels, 5, 4))
    expect(colorAt(part, 7, 1)).toEqual([0, 0, 0, 0])
    expect(colorAt(part, 1, 2)).toEqual([0, 0, 0, 0])
  })

  it('is empty beside the image', () => {
    const part = cropPixels(pixels, { x: 50, y: -50, width: 2, height: 2 })
    expect(part.data.every((value) => value === 0)).toBe(true)
  })

  it('changes nothing when it is put back', () => {
    const rect = { x: -2, y: 1, width: 5, height: 9 }
    const target = cropPixels(pixels, { x: 0, y: 0, width: 6, height: 5 })
    placePixels(target, cropPixels(pixels, rect), rect)
    expect(target).toEqual(pixels)
    placePixels(target, plain({ width: 2, height: 1 }, [1, 2, 3, 4]), { x: 5, y: 4 })
    expect(colorAt(target, 5, 4)).toEqual([1, 2, 3, 4])
    expect(colorAt(target, 4, 4)).toEqual(colorAt(pixels, 4, 4))
  })

  it('of a mask is 0 where it reaches outside', () => {
    const part = cropMask(drawnMask('##', '##'), { x: 1, y: -1, width: 2, height: 3 })
    expect(drawing(part)).toEqual(['..', '#.', '#.'])
  })

  it('has whole numbers as its place', () => {
    expect(() => cropPixels(pixels, { x: 0.5, y: 0, width: 1, height: 1 })).toThrow('rect.x is 0.5')
    expect(() => placePixels(pixels, pixels, { x: 0, y: Number.NaN })).toThrow('at.y is NaN')
  })
})

it('two rectangles beside each other share nothing', () => {
  const a = { x: 0, y: 0, width: 4, height: 4 }
  expect(intersectRects(a, { x: 4, y: 0, width: 4, height: 4 })).toBeNull()
  expect(intersectRects(a, { x: 3, y: -2, width: 4, height: 4 })).toEqual({
    x: 3,
    y: 0,
    width: 1,
    height: 2,
  })
})

it('work in bands covers each row once and ends when it is cancelled', () => {
  const bands: number[][] = []
  expect(inBands(150, undefined, (from, to) => bands.push([from, to]))).toBe(true)
  expect(bands).toEqual([
    [0, 64],
    [64, 128],
    [128, 150],
  ])
  bands.length = 0
  expect(
    inBands(
      150,
      () => bands.length === 1,
      (from, to) => bands.push([from, to]),
    ),
  ).toBe(false)
  expect(bands).toEqual([[0, 64]])
})
