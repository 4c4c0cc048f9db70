import { describe, expect, it } from 'vitest'
import { matchColors } from './color-match.ts'
import { planFrame } from './frame.ts'
import { growMask } from './grow.ts'
import { maskBounds } from './mask.ts'
import { pasteBack, seamMask } from './paste-back.ts'
import { createMask, cropMask, cropPixels, type Pixels, type Point, placePixels } from './pixels.ts'
import { resizePixels } from './resize.ts'
import {
  colorAt,
  createRandom,
  drawnMask,
  noise,
  plain,
  randomInteger,
  randomMask,
} from './test-support.ts'

const random = createRandom(1234)
const integer = (min: number, max: number) => randomInteger(random, min, max)

const cases = Array.from({ length: 50 }, (_case, index) => {
  const size = { width: integer(1, 70), height: integer(1, 70) }
  return {
    size,
    index,
    seam: { grow: integer(0, 5), feather: integer(0, 9) },
    colorMatch: index % 3 === 0 ? 8 : 0,
    isOpaque: index % 2 === 0,
    frame: {
      x: integer(-5, size.width - 1),
      y: integer(-5, size.height - 1),
      width: integer(1, 40),
      height: integer(1, 40),
    },
    sizes: [{}, { multipleOf: 16 }, { sizes: [{ width: 64, height: 48 }] }, { minSide: 40 }][
      index % 4
    ],
  }
})

describe('a result put back', () => {
  it.each(cases)('changes nothing outside of mask and feather (case $index)', (given) => {
    const document = noise(given.size, random, given.isOpaque)
    const mask = randomMask(given.size, random)
    const plan = planFrame({
      document,
      frame: given.frame,
      maskBounds: maskBounds(mask),
      padding: 12,
      outside: given.index % 2 === 0 ? 'extend' : 'avoid',
      sizes: given.sizes ?? {},
    })
    const base = cropPixels(document, plan.crop)
    // The model makes all of it anew: nothing outside of the mask is as it was.
    const result = noise(plan.size, random, true)
    const { colorMatch, seam } = given
    const sentMask = cropMask(mask, plan.crop)
    const pasted = pasteBack(base, result, sentMask, { ...seam, colorMatch })
    if (!pasted) throw new Error('cancelled')
    const after = cropPixels(document, { x: 0, y: 0, ...given.size })
    placePixels(after, pasted, plan.crop)

    const scaled = resizePixels(result, base)
    const isReached = growMask(mask, seam.grow + seam.feather)
    const wrong: string[] = []
    for (const [index, value] of mask.data.entries()) {
      const [x, y] = [index % mask.width, Math.floor(index / mask.width)]
      const isSame = (other: Pixels | null, at: Point) =>
        other !== null && `${colorAt(after, x, y)}` === `${colorAt(other, at.x, at.y)}`
      if (isReached.data[index] === 0 && !isSame(document, { x, y })) wrong.push(`kept ${x}, ${y}`)
      const sent = { x: x - plan.crop.x, y: y - plan.crop.y }
      if (value === 255 && colorMatch === 0 && !isSame(scaled, sent)) wrong.push(`new ${x}, ${y}`)
    }
    expect(wrong).toEqual([])
    expect(after).not.toEqual(document)
  })

  const size = { width: 9, height: 1 }
  const black = plain(size, [0, 0, 0, 255])
  const white = plain(size, [255, 255, 255, 255])
  const dot = drawnMask('....#....')

  it('is mixed by the mask over the feather', () => {
    const seam = { grow: 1, feather: 2 }
    const pasted = pasteBack(black, white, dot, seam)
    const values = [...seamMask(dot, seam).data]
    expect(values.map((_value, x) => pasted?.data[x * 4])).toEqual(values)
    expect(values.filter((value) => value > 0 && value < 255)).not.toHaveLength(0)
    expect([values[0], values[3], values[4], values[8]]).toEqual([0, 255, 255, 0])
  })

  it('is mixed by opacity, without the colour of what is transparent', () => {
    const half = createMask({ width: 1, height: 1 })
    half.data[0] = 102
    const clear = plain(half, [255, 0, 0, 0])
    const opaque = plain(half, [0, 90, 0, 255])
    const pasted = pasteBack(clear, opaque, half, { grow: 0, feather: 0 })
    expect(pasted && colorAt(pasted, 0, 0)).toEqual([0, 90, 0, 102])
  })

  it('leaves all as it is for an empty mask', () => {
    const empty = createMask(size)
    const pasted = pasteBack(black, white, empty, { grow: 9, feather: 9, colorMatch: 9 })
    expect(pasted).toEqual(black)
  })

  it('is none once it is cancelled', () => {
    const seam = { grow: 0, feather: 0 }
    expect(pasteBack(black, white, dot, { ...seam, isCancelled: () => true })).toBeNull()
  })

  it('is refused with a mask of another size, and a seam out of range', () => {
    const seam = { grow: 0, feather: 0 }
    expect(() => pasteBack(black, white, drawnMask('#'), seam)).toThrow('mask is 1 × 1: 9 × 1')
    expect(() => pasteBack(black, white, dot, { ...seam, grow: -1 })).toThrow('radius is -1')
    expect(() => pasteBack(black, white, dot, { ...seam, feather: 2000 })).toThrow('width is 2000')
    expect(() => pasteBack(black, white, dot, { ...seam, colorMatch: Number.NaN })).toThrow(
      'colorMatch is NaN',
    )
  })
})

describe('the match of colours', () => {
  const size = { width: 24, height: 24 }
  const base = plain(size, [120, 90, 60, 255])
  for (let index = 0; index < size.width * size.height; index += 3)
    base.data.set([160, 130, 100], index * 4)
  const mask = createMask(size)
  for (let y = 9; y < 15; y++) mask.data.fill(255, y * 24 + 9, y * 24 + 15)
  const shifted = { ...base, data: base.data.map((v, i) => (i % 4 === 3 ? v : v * 0.8 + 12)) }

  it('moves shifted colours back to those around', () => {
    const matched = matchColors(base, shifted, mask, 6)
    for (let y = 9; y < 15; y++)
      for (let x = 9; x < 15; x++)
        for (const channel of [0, 1, 2]) {
          const wanted = colorAt(base, x, y)[channel] ?? 0
          expect(Math.abs((colorAt(matched, x, y)[channel] ?? 0) - wanted)).toBeLessThanOrEqual(4)
          expect(Math.abs((colorAt(shifted, x, y)[channel] ?? 0) - wanted)).toBeGreaterThan(
            5 - channel * 5,
          )
        }
  })

  it('changes nothing outside of the mask, and nothing of right colours', () => {
    const matched = matchColors(base, shifted, mask, 6)
    expect(colorAt(matched, 8, 9)).toEqual(colorAt(shifted, 8, 9))
    expect(matchColors(base, base, mask, 6)).toEqual(base)
  })

  it('leaves colours where nothing opaque is around', () => {
    const full = createMask(size)
    full.data.fill(255)
    expect(matchColors(base, shifted, full, 6)).toBe(shifted)
    const clear = plain(size, [0, 0, 0, 0])
    expect(matchColors(clear, shifted, mask, 6)).toBe(shifted)
  })
})
