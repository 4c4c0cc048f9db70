import { describe, expect, it } from 'vitest'
import {
  applyMask,
  binarizeMask,
  combineMasks,
  invertMask,
  isMaskEmpty,
  maskBounds,
  maskFromBrightness,
  maskFromTransparency,
  maskToPixels,
} from './mask.ts'
import { createMask, createPixels } from './pixels.ts'
import { colorAt, createRandom, drawing, drawnMask, noise, plain } from './test-support.ts'

const mask = createMask({ width: 3, height: 1 })
mask.data.set([0, 100, 255])

describe('the mask a model is sent', () => {
  it('is white where a model repaints white', () => {
    const pixels = maskToPixels(mask, 'white')
    expect(colorAt(pixels, 0, 0)).toEqual([0, 0, 0, 255])
    expect(colorAt(pixels, 1, 0)).toEqual([100, 100, 100, 255])
    expect(colorAt(pixels, 2, 0)).toEqual([255, 255, 255, 255])
  })

  it('is black where a model repaints black', () => {
    const pixels = maskToPixels(mask, 'black')
    expect(colorAt(pixels, 0, 0)).toEqual([255, 255, 255, 255])
    expect(colorAt(pixels, 1, 0)).toEqual([155, 155, 155, 255])
    expect(colorAt(pixels, 2, 0)).toEqual([0, 0, 0, 255])
  })

  it('is transparent where a model repaints what is transparent', () => {
    const pixels = maskToPixels(mask, 'transparent')
    expect(colorAt(pixels, 0, 0)).toEqual([0, 0, 0, 255])
    expect(colorAt(pixels, 1, 0)).toEqual([0, 0, 0, 155])
    expect(colorAt(pixels, 2, 0)).toEqual([0, 0, 0, 0])
  })

  it('is read back as it was', () => {
    const values = createMask({ width: 256, height: 1 })
    values.data.set(Array.from({ length: 256 }, (_value, index) => index))
    expect(maskFromBrightness(maskToPixels(values, 'white'))).toEqual(values)
    expect(maskFromTransparency(maskToPixels(values, 'transparent'))).toEqual(values)
    expect(invertMask(maskFromBrightness(maskToPixels(values, 'black')))).toEqual(values)
  })

  it('can be without greys', () => {
    expect([...binarizeMask(mask).data]).toEqual([0, 0, 255])
    expect([...binarizeMask(mask, 100).data]).toEqual([0, 255, 255])
    expect(() => binarizeMask(mask, 0)).toThrow('threshold is 0: a number from 1 to 255')
  })
})

describe('the brightness of an image', () => {
  it('is that of the eye, and none where it is transparent', () => {
    const one = { width: 1, height: 1 }
    const brightness = (...color: [number, number, number, number]) =>
      maskFromBrightness(plain(one, color)).data[0]
    expect(brightness(255, 0, 0, 255)).toBe(54)
    expect(brightness(0, 255, 0, 255)).toBe(182)
    expect(brightness(0, 0, 255, 255)).toBe(19)
    expect(brightness(255, 255, 255, 0)).toBe(0)
    expect(brightness(255, 255, 255, 51)).toBe(51)
  })
})

describe('two masks', () => {
  const [a, b] = [drawnMask('##..'), drawnMask('#.#.')]

  it('are joined by union, subtraction and intersection', () => {
    expect(drawing(combineMasks(a, b, 'union'))).toEqual(['###.'])
    expect(drawing(combineMasks(a, b, 'subtract'))).toEqual(['.#..'])
    expect(drawing(combineMasks(a, b, 'intersect'))).toEqual(['#...'])
    expect(drawing(invertMask(a))).toEqual(['..##'])
  })

  it('must have one size', () => {
    expect(() => combineMasks(a, drawnMask('#', '#'), 'union')).toThrow(RangeError)
  })
})

describe('the bounds of a mask', () => {
  it('are around all that is set', () => {
    expect(maskBounds(drawnMask('.....', '..#..', '....#', '.....'))).toEqual({
      x: 2,
      y: 1,
      width: 3,
      height: 2,
    })
    expect(maskBounds(drawnMask('+...', '..#.'), 200)).toEqual({ x: 2, y: 1, width: 1, height: 1 })
  })

  it('are none for an empty one', () => {
    expect(maskBounds(drawnMask('...', '...'))).toBeNull()
    expect(isMaskEmpty(drawnMask('...'))).toBe(true)
    expect(isMaskEmpty(drawnMask('..+'))).toBe(false)
    expect(maskBounds(drawnMask('#'))).toEqual({ x: 0, y: 0, width: 1, height: 1 })
  })
})

it('an image under a mask keeps its colours and loses opacity', () => {
  const pixels = noise({ width: 3, height: 1 }, createRandom(2), true)
  const masked = applyMask(pixels, mask)
  expect(colorAt(masked, 0, 0)).toEqual([...colorAt(pixels, 0, 0).slice(0, 3), 0])
  expect(colorAt(masked, 1, 0)).toEqual([...colorAt(pixels, 1, 0).slice(0, 3), 100])
  expect(colorAt(masked, 2, 0)).toEqual(colorAt(pixels, 2, 0))
  expect(() => applyMask(createPixels({ width: 1, height: 3 }), mask)).toThrow('mask is 3 × 1')
})
