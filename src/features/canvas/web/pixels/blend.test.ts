import { describe, expect, it } from 'vitest'
import { composeOnto } from './blend.ts'
import { type BlendMode, blendFunctions } from './blend-modes.ts'
import { colorAt, createRandom, noise, plain } from './test-support.ts'

const backdrop = Float64Array.of(0.2, 0.4, 0.8)
const strong = Float64Array.of(0.6, 0.8, 0.2)
const pale = Float64Array.of(0.5, 0.5, 0.25)

/** Computed by hand from the formulas of W3C Compositing and Blending Level 1, §10. */
const expected: [BlendMode, Float64Array, number[]][] = [
  ['normal', strong, [0.6, 0.8, 0.2]],
  ['multiply', strong, [0.12, 0.32, 0.16]],
  ['screen', strong, [0.68, 0.88, 0.84]],
  ['overlay', strong, [0.24, 0.64, 0.68]],
  ['darken', strong, [0.2, 0.4, 0.2]],
  ['lighten', strong, [0.6, 0.8, 0.8]],
  ['color-dodge', strong, [0.5, 1, 1]],
  ['color-burn', strong, [0, 0.25, 0]],
  ['hard-light', strong, [0.36, 0.76, 0.32]],
  ['soft-light', strong, [0.2496, 0.539473, 0.704]],
  ['difference', strong, [0.4, 0.4, 0.6]],
  ['exclusion', strong, [0.56, 0.56, 0.68]],
  ['hue', pale, [0.431461, 0.431461, 0]],
  ['saturation', pale, [0.307333, 0.390667, 0.557333]],
  ['color', strong, [0.324051, 0.486076, 0]],
  ['luminosity', strong, [0.529808, 0.686538, 1]],
]

describe('blend modes', () => {
  it.each(expected)('%s is as the specification says', (mode, source, values) => {
    const result = new Float64Array(3)
    blendFunctions[mode](backdrop, source, result)
    for (const [channel, value] of values.entries()) expect(result[channel]).toBeCloseTo(value, 5)
  })

  it('are all of them tried', () => {
    expect(expected.map(([mode]) => mode)).toEqual(Object.keys(blendFunctions))
  })

  it('hold black and white at the ends of dodge and burn', () => {
    const [black, white] = [new Float64Array(3), Float64Array.of(1, 1, 1)]
    const result = new Float64Array(3)
    const blend = (mode: BlendMode, under: Float64Array, over: Float64Array) => {
      blendFunctions[mode](under, over, result)
      return result[0]
    }
    expect(blend('color-dodge', black, white)).toBe(0)
    expect(blend('color-dodge', backdrop, white)).toBe(1)
    expect(blend('color-burn', white, black)).toBe(1)
    expect(blend('color-burn', backdrop, black)).toBe(0)
  })
})

describe('a layer over an image', () => {
  const one = { width: 1, height: 1 }

  it('counts by its opacity and that of the image', () => {
    const target = plain(one, [100, 50, 200, 51])
    composeOnto(target, plain(one, [200, 100, 0, 255]), { opacity: 0.5 })
    expect(colorAt(target, 0, 0)).toEqual([183, 92, 33, 153])
  })

  it('blends only as far as there is something below', () => {
    const target = plain(one, [100, 50, 200, 51])
    composeOnto(target, plain(one, [200, 100, 0, 255]), { opacity: 0.5, mode: 'multiply' })
    expect(colorAt(target, 0, 0)).toEqual([163, 78, 33, 153])
    const empty = plain(one, [0, 0, 0, 0])
    composeOnto(empty, plain(one, [200, 100, 0, 128]), { mode: 'multiply' })
    expect(colorAt(empty, 0, 0)).toEqual([200, 100, 0, 128])
  })

  it('replaces it where it is opaque, and changes nothing where it is transparent', () => {
    const random = createRandom(3)
    const size = { width: 9, height: 7 }
    const [target, layer] = [noise(size, random), noise(size, random, true)]
    const before = target.data.slice()
    composeOnto(target, { ...layer, data: layer.data.map((v, i) => (i % 4 === 3 ? 0 : v)) })
    composeOnto(target, layer, { opacity: 0 })
    expect(target.data).toEqual(before)
    composeOnto(target, layer)
    expect(target).toEqual(layer)
  })

  it('lies where it is put, in part outside or wholly', () => {
    const target = plain({ width: 3, height: 2 }, [0, 0, 0, 255])
    const layer = plain({ width: 2, height: 2 }, [255, 255, 255, 255])
    composeOnto(target, layer, { at: { x: 2, y: -1 } })
    composeOnto(target, layer, { at: { x: -5, y: 0 } })
    const reds = [0, 1, 2, 3, 4, 5].map((index) => target.data[index * 4])
    expect(reds).toEqual([0, 0, 255, 0, 0, 0])
  })

  it.each([
    [{ opacity: 1.5 }, 'opacity is 1.5: a number from 0 to 1'],
    [{ opacity: Number.NaN }, 'opacity is NaN'],
    [{ at: { x: 0.5, y: 0 } }, 'at.x is 0.5'],
  ])('refuses %j', (wrong, message) => {
    const layer = plain(one, [0, 0, 0, 0])
    expect(() => composeOnto(layer, layer, wrong)).toThrow(message)
  })
})
