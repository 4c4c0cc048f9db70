import { describe, expect, it } from 'vitest'
import { solveMembrane } from './membrane.ts'
import { createMask, type Pixels } from './pixels.ts'
import { cloneStamp, healingBrush } from './retouch.ts'
import { strokeMask } from './stroke.ts'
import { colorAt, createRandom, drawing, drawnMask, noise, plain } from './test-support.ts'

const hard = { radius: 2, hardness: 1, opacity: 1 }
const size = { width: 40, height: 30 }

describe('a stroke', () => {
  it('is round at its ends and as wide as the brush', () => {
    const mask = strokeMask(
      { width: 12, height: 8 },
      [
        { x: 4, y: 4 },
        { x: 8, y: 4 },
      ],
      hard,
    )
    expect(drawing(mask).map((row) => row.replaceAll('+', '.'))).toEqual([
      '............',
      '............',
      '....####....',
      '...######...',
      '...######...',
      '....####....',
      '............',
      '............',
    ])
  })

  it('is softer with less hardness, and as strong as its opacity', () => {
    const across = (hardness: number, opacity: number) => {
      const mask = strokeMask(size, [{ x: 20.5, y: 15.5 }], { radius: 10, hardness, opacity })
      return [0, 4, 7, 9, 11].map((distance) => mask.data[15 * 40 + 20 + distance] ?? 0)
    }
    expect(across(1, 1)).toEqual([255, 255, 255, 255, 0])
    expect(across(0.5, 1).slice(0, 2)).toEqual([255, 255])
    expect(across(0.5, 1)[2]).toBeLessThan(255)
    expect(across(0, 0.5)[0]).toBe(128)
    // Near its end, a soft edge is already flat.
    expect(across(0, 1)[3]).toBeLessThan(25)
    expect(across(0, 1)[1]).toBeGreaterThan(across(0, 1)[2] ?? 255)
  })

  it('of 100,000 points is that of its way', () => {
    const line = { radius: 3, hardness: 1, opacity: 1 }
    const points = Array.from({ length: 100_000 }, (_point, index) => ({
      x: 5 + (index * 30) / 99_999,
      y: 15,
    }))
    expect(strokeMask(size, points, line)).toEqual(
      strokeMask(
        size,
        [
          { x: 5, y: 15 },
          { x: 35, y: 15 },
        ],
        line,
      ),
    )
  })

  it('may be outside, or nothing', () => {
    expect(strokeMask(size, [], hard)).toEqual(createMask(size))
    expect(strokeMask(size, [{ x: -50, y: 900 }], hard)).toEqual(createMask(size))
  })

  it.each([
    [{ radius: 0 }, 'radius is 0: a number from 0.5 to 2048'],
    [{ hardness: 2 }, 'hardness is 2'],
    [{ opacity: Number.NaN }, 'opacity is NaN'],
  ])('refuses %j', (wrong, message) => {
    expect(() => strokeMask(size, [], { ...hard, ...wrong })).toThrow(message)
  })

  it('refuses a point that is no place', () => {
    expect(() => strokeMask(size, [{ x: 1, y: Number.NaN }], hard)).toThrow('points[0] is 1, NaN')
  })
})

describe('the clone stamp', () => {
  const image = noise(size, createRandom(31), true)
  const stroke = { points: [{ x: 10, y: 10 }], offset: { x: 15, y: 3 }, brush: hard }

  it('paints with what is at its offset, and leaves the rest', () => {
    const stamped = cloneStamp(image, stroke)
    expect(colorAt(stamped, 10, 10)).toEqual(colorAt(image, 25, 13))
    expect(colorAt(stamped, 9, 9)).toEqual(colorAt(image, 24, 12))
    expect(colorAt(stamped, 14, 10)).toEqual(colorAt(image, 14, 10))
    expect(colorAt(stamped, 25, 13)).toEqual(colorAt(image, 25, 13))
  })

  it('takes from before the stroke, so that nothing repeats', () => {
    const points = [
      { x: 5, y: 10 },
      { x: 30, y: 10 },
    ]
    const stamped = cloneStamp(image, { ...stroke, points, offset: { x: -2, y: 0 } })
    for (const x of [8, 15, 29]) expect(colorAt(stamped, x, 10)).toEqual(colorAt(image, x - 2, 10))
  })

  it('changes nothing where it would take from outside', () => {
    const far = { ...stroke, offset: { x: 500, y: 0 } }
    expect(cloneStamp(image, far)).toEqual(image)
    expect(healingBrush(image, far)).toEqual(image)
    const near = cloneStamp(image, { ...stroke, offset: { x: -10, y: 0 } })
    expect(colorAt(near, 9, 10)).toEqual(colorAt(image, 9, 10))
    expect(colorAt(near, 10, 10)).toEqual(colorAt(image, 0, 10))
  })

  it('paints only what a mask lets it', () => {
    expect(cloneStamp(image, { ...stroke, mask: createMask(size) })).toEqual(image)
    expect(() => cloneStamp(image, { ...stroke, mask: drawnMask('#') })).toThrow('mask is 1 × 1')
    expect(() => cloneStamp(image, { ...stroke, offset: { x: 0.5, y: 0 } })).toThrow('offset.x')
  })
})

describe('the healing brush', () => {
  /** Stripes on a ground that grows brighter to the right, with a blot on the left. */
  function striped(hasBlot: boolean): Pixels {
    const pixels = plain({ width: 80, height: 40 }, [0, 0, 0, 255])
    for (let index = 0; index < 3200; index++) {
      const [x, y] = [index % 80, Math.floor(index / 80)]
      const isBlot = hasBlot && Math.hypot(x - 20, y - 20) < 5
      const value = isBlot ? 250 : 40 + x * 2 + (y % 2) * 10
      pixels.data.set([value, value / 2, 30], index * 4)
    }
    return pixels
  }

  it('takes texture from far away in the colours around the stroke', () => {
    const [blot, clean] = [striped(true), striped(false)]
    const brush = { radius: 9, hardness: 1, opacity: 1 }
    const stroke = { points: [{ x: 20, y: 20 }], offset: { x: 40, y: 0 }, brush }
    const healed = healingBrush(blot, stroke)
    const worst = (pixels: Pixels) =>
      Math.max(...pixels.data.map((value, at) => Math.abs(value - (clean.data[at] ?? 0))))
    expect(worst(cloneStamp(blot, stroke))).toBeGreaterThan(60)
    expect(worst(healed)).toBeLessThanOrEqual(3)
  })

  it('leaves the rest', () => {
    const image = noise(size, createRandom(2), true)
    const points = [{ x: 10, y: 15 }]
    const healed = healingBrush(image, { points, offset: { x: 15, y: 0 }, brush: hard })
    const stroke = strokeMask(size, points, hard)
    for (const [index, value] of stroke.data.entries())
      if (value === 0)
        expect(colorAt(healed, index % 40, Math.floor(index / 40))).toEqual(
          colorAt(image, index % 40, Math.floor(index / 40)),
        )
  })
})

describe('the membrane', () => {
  it('goes on as a plane where the border is one', () => {
    const [width, height] = [101, 83]
    const plane = (index: number) => 3 * (index % width) - 2 * Math.floor(index / width)
    const field = Float32Array.from({ length: width * height }, (_value, index) => plane(index))
    const isHole = new Uint8Array(width * height)
    for (let y = 10; y < 70; y++) isHole.fill(1, y * width + 12, y * width + 90)
    for (const [index, hole] of isHole.entries()) if (hole) field[index] = 0
    solveMembrane(field, isHole, { width, height })
    const errors = field.map((value, index) => Math.abs(value - plane(index)))
    expect(Math.max(...errors)).toBeLessThan(4)
  })

  it('leaves a field with nothing around its hole', () => {
    const field = new Float32Array(25)
    solveMembrane(field, new Uint8Array(25).fill(1), { width: 5, height: 5 })
    expect([...field]).toEqual(Array(25).fill(0))
  })
})
