import { describe, expect, it } from 'vitest'
import { featherMask } from './feather.ts'
import { growMask, shrinkMask } from './grow.ts'
import { invertMask } from './mask.ts'
import { createMask } from './pixels.ts'
import {
  createRandom,
  distanceTo,
  drawing,
  drawnMask,
  randomInteger,
  randomMask,
} from './test-support.ts'

const random = createRandom(37)
const cases = Array.from({ length: 30 }, () => {
  const size = { width: randomInteger(random, 1, 40), height: randomInteger(random, 1, 40) }
  return { mask: randomMask(size, random), radius: Math.round(random() * 80) / 8 }
})

describe('growing', () => {
  it('is round', () => {
    const dot = drawnMask(
      '.......',
      '.......',
      '.......',
      '...#...',
      '.......',
      '.......',
      '.......',
    )
    expect(drawing(growMask(dot, 2.25))).toEqual([
      '.......',
      '..###..',
      '.#####.',
      '.#####.',
      '.#####.',
      '..###..',
      '.......',
    ])
    expect(drawing(growMask(dot, 1)).join('').replaceAll('.', '')).toHaveLength(5)
  })

  it('sets what is within the radius, exactly as looking at every pixel says', () => {
    for (const { mask, radius } of cases) {
      const grown = growMask(mask, radius)
      for (const [index, value] of grown.data.entries()) {
        const [x, y] = [index % mask.width, Math.floor(index / mask.width)]
        expect(value, `${x}, ${y}`).toBe(distanceTo(mask, x, y) <= radius ? 255 : 0)
      }
    }
  })

  it('keeps softer pixels, and does not grow from those below 128', () => {
    const soft = createMask({ width: 5, height: 1 })
    soft.data.set([0, 127, 0, 60, 0])
    expect(growMask(soft, 3)).toEqual(soft)
  })

  it('of an empty mask, or by nothing, changes nothing', () => {
    const empty = createMask({ width: 8192, height: 1 })
    expect(growMask(empty, 16_384)).toEqual(empty)
    const dot = drawnMask('..#', '...')
    expect(growMask(dot, 0)).toEqual(dot)
    expect(growMask(drawnMask('#'), 5)).toEqual(drawnMask('#'))
  })

  it.each([-1, Number.NaN, 16_385, Number.POSITIVE_INFINITY])(
    'refuses a radius of %d',
    (radius) => {
      expect(() => growMask(drawnMask('#'), radius)).toThrow(`radius is ${radius}: a number from 0`)
    },
  )
})

describe('shrinking', () => {
  it('clears what is within the radius of what is kept, but not from the border', () => {
    expect(drawing(shrinkMask(drawnMask('####', '####', '####', '#...'), 1))).toEqual([
      '####',
      '####',
      '#...',
      '....',
    ])
  })

  it('is growing of the inverse', () => {
    for (const { mask, radius } of cases)
      expect(invertMask(shrinkMask(mask, radius))).toEqual(growMask(invertMask(mask), radius))
  })
})

describe('feathering', () => {
  it('outwards keeps what is set and never reaches further than its width', () => {
    for (const { mask, radius } of cases) {
      const width = Math.round(radius)
      const feathered = featherMask(mask, width, 'out')
      for (const [index, value] of feathered.data.entries()) {
        const distance = distanceTo(mask, index % mask.width, Math.floor(index / mask.width))
        if (distance === 0) expect(value).toBe(255)
        if (distance > width) expect(value).toBe(0)
      }
    }
  })

  it('inwards changes nothing outside and nothing deeper than its width', () => {
    for (const { mask, radius } of cases) {
      const width = Math.round(radius)
      const feathered = featherMask(mask, width, 'in')
      const deep = shrinkMask(mask, width)
      for (const [index, value] of feathered.data.entries()) {
        expect(value).toBeLessThanOrEqual(mask.data[index] ?? 0)
        if (deep.data[index] === 255) expect(value).toBe(255)
      }
    }
  })

  it('on both sides is half way at the edge', () => {
    const half = createMask({ width: 80, height: 40 })
    for (let y = 0; y < 40; y++) half.data.fill(255, y * 80, y * 80 + 40)
    const feathered = featherMask(half, 20, 'both')
    const row = [...feathered.data.subarray(20 * 80, 21 * 80)]
    expect(Math.abs((row[39] ?? 0) + (row[40] ?? 0) - 255)).toBeLessThan(30)
    expect([row[29], row[50]]).toEqual([255, 0])
    expect(row[45]).toBeGreaterThan(0)
  })

  it('falls steadily, without a step', () => {
    const edge = createMask({ width: 100, height: 60 })
    for (let y = 0; y < 60; y++) edge.data.fill(255, y * 100, y * 100 + 30)
    const feathered = featherMask(edge, 40, 'out')
    const row = [...feathered.data.subarray(30 * 100 + 29, 30 * 100 + 71)]
    const steps = row.slice(1).map((value, index) => (row[index] ?? 0) - value)
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...steps)).toBeLessThan(255 / 8)
    expect(new Set(row).size).toBeGreaterThan(25)
  })

  it('of one pixel touches the neighbours', () => {
    expect(drawing(featherMask(drawnMask('.....', '..#..', '.....'), 1, 'out'))).toEqual([
      '..+..',
      '.+#+.',
      '..+..',
    ])
  })

  it('of an empty mask changes nothing, and of a full one neither', () => {
    const [empty, full] = [drawnMask('...', '...'), drawnMask('###', '###')]
    for (const direction of ['in', 'out', 'both'] as const) {
      expect(featherMask(empty, 9, direction)).toEqual(empty)
      expect(featherMask(full, 9, direction)).toEqual(full)
    }
  })

  it.each([-1, 1.5, 1025, Number.NaN])('refuses a width of %d', (width) => {
    expect(() => featherMask(drawnMask('#'), width, 'in')).toThrow(`width is ${width}`)
  })
})
