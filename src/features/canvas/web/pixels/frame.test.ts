import { describe, expect, it } from 'vitest'
import { type FrameRequest, joinRects, planFrame, pointToDocument, pointToModel } from './frame.ts'
import { fitSize, type ModelSizes } from './model-sizes.ts'
import type { Rect } from './pixels.ts'
import { createRandom, randomInteger } from './test-support.ts'

const random = createRandom(99)
const integer = (min: number, max: number) => randomInteger(random, min, max)

const models: ModelSizes[] = [
  {},
  { multipleOf: 8, maxSide: 2048 },
  { multipleOf: 16, minSide: 256, maxSide: 1440, maxPixels: 1_048_576 },
  { minPixels: 655_360, maxPixels: 8_294_400, multipleOf: 16, maxSide: 3840 },
  { multipleOf: 64, minSide: 512, maxSide: 1536 },
  {
    sizes: [
      { width: 1024, height: 1024 },
      { width: 1536, height: 1024 },
      { width: 1024, height: 1536 },
    ],
  },
  {
    ratios: [
      { width: 1, height: 1 },
      { width: 16, height: 9 },
      { width: 9, height: 16 },
      { width: 3, height: 2 },
    ],
    multipleOf: 8,
    maxSide: 2048,
  },
]

const requests: FrameRequest[] = Array.from({ length: 700 }, (_request, index) => {
  const document = { width: integer(1, 5000), height: integer(1, 5000) }
  const frame = {
    x: integer(-200, document.width - 1),
    y: integer(-200, document.height - 1),
    width: integer(1, 2000),
    height: integer(1, 2000),
  }
  const [x, y] = [integer(0, document.width - 1), integer(0, document.height - 1)]
  const maskBounds = {
    x,
    y,
    width: integer(1, document.width - x),
    height: integer(1, document.height - y),
  }
  return {
    document,
    frame,
    maskBounds: index % 3 === 0 ? null : maskBounds,
    padding: integer(0, 128),
    outside: index % 2 === 0 ? 'avoid' : 'extend',
    sizes: models[index % models.length] ?? {},
  }
})

const isWithin = (outer: Rect, inner: Rect) => {
  expect(joinRects(outer, inner)).toEqual(outer)
}

describe('what a model is sent of a document', () => {
  it('has the frame and what changes in it', () => {
    for (const request of requests) {
      const { crop } = planFrame(request)
      isWithin(crop, request.frame)
      if (request.maskBounds) isWithin(crop, request.maskBounds)
    }
  })

  it('has the ratio of its size to less than a pixel', () => {
    for (const request of requests) {
      const { crop, size } = planFrame(request)
      const error = Math.min(
        Math.abs((crop.width * size.height) / size.width - crop.height),
        Math.abs((crop.height * size.width) / size.height - crop.width),
      )
      expect(error, JSON.stringify(request)).toBeLessThan(1)
    }
  })

  it('has a size that the model takes', () => {
    for (const request of requests) {
      const { size } = planFrame(request)
      const { sizes, multipleOf = 1, minSide = 1, maxSide = 16_384 } = request.sizes
      const { minPixels = 1, maxPixels = 2 ** 28 } = request.sizes
      if (sizes) {
        expect(sizes).toContainEqual(size)
        continue
      }
      expect([size.width % multipleOf, size.height % multipleOf]).toEqual([0, 0])
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(minSide)
      expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(maxSide)
      expect(size.width * size.height).toBeGreaterThanOrEqual(minPixels)
      expect(size.width * size.height).toBeLessThanOrEqual(maxPixels)
    }
  })

  it('stays within the document where it can', () => {
    let tried = 0
    for (const request of requests) {
      const { document, frame, outside } = request
      const { crop, reachesOutside } = planFrame(request)
      const all = { x: 0, y: 0, ...document }
      expect(reachesOutside).toBe(JSON.stringify(joinRects(all, crop)) !== JSON.stringify(all))
      const fits = crop.width <= document.width && crop.height <= document.height
      const isFrameWithin = JSON.stringify(joinRects(all, frame)) === JSON.stringify(all)
      if (outside === 'extend' || !fits || !isFrameWithin) continue
      tried++
      expect(reachesOutside, JSON.stringify(request)).toBe(false)
    }
    expect(tried).toBeGreaterThan(20)
  })

  it('leads there and back to the same place', () => {
    for (const request of requests) {
      const plan = planFrame(request)
      const { crop, size } = plan
      expect(pointToDocument(plan, { x: 0, y: 0 })).toEqual({ x: crop.x, y: crop.y })
      expect(pointToDocument(plan, { x: size.width, y: size.height })).toEqual({
        x: crop.x + crop.width,
        y: crop.y + crop.height,
      })
      const corner = { x: request.frame.x, y: request.frame.y }
      const back = pointToDocument(plan, pointToModel(plan, corner))
      expect(back.x).toBeCloseTo(corner.x, 8)
      expect(back.y).toBeCloseTo(corner.y, 8)
    }
  })

  const document = { width: 2000, height: 1500 }
  const frame = { x: 100, y: 100, width: 512, height: 512 }
  const base = { document, frame, padding: 0, outside: 'avoid' as const, sizes: {} }

  it('is the frame itself, not scaled, where the model takes any size', () => {
    expect(planFrame(base)).toEqual({
      crop: frame,
      size: { width: 512, height: 512 },
      reachesOutside: false,
    })
  })

  it('has context around what changes, not around the frame', () => {
    const maskBounds = { x: 120, y: 200, width: 100, height: 100 }
    const plan = planFrame({ ...base, maskBounds, padding: 64 })
    expect(plan.crop).toEqual({ x: 56, y: 100, width: 556, height: 512 })
  })

  it('is a few pixels larger rather than scaled by a little', () => {
    const odd = { x: 90, y: 90, width: 517, height: 389 }
    const plan = planFrame({ ...base, frame: odd, sizes: { multipleOf: 16 } })
    expect(plan.size).toEqual({ width: 528, height: 400 })
    expect(plan.crop).toEqual({ x: 85, y: 85, width: 528, height: 400 })
  })

  it('moves into the document, or reaches outside of it, as it is asked', () => {
    const corner = { x: 0, y: 0, width: 300, height: 300 }
    const given = { ...base, frame: corner, padding: 50 }
    expect(planFrame(given).crop).toEqual({ x: 0, y: 0, width: 350, height: 350 })
    const extended = planFrame({ ...given, outside: 'extend' })
    expect(extended.crop).toEqual({ x: -50, y: -50, width: 400, height: 400 })
    expect(extended.reachesOutside).toBe(true)
  })

  it.each([
    [{ padding: -1 }, 'padding is -1'],
    [{ padding: Number.NaN }, 'padding is NaN'],
    [{ frame: { x: 0, y: 0, width: 0, height: 5 } }, 'frame.width is 0'],
    [{ document: { width: 0, height: 0 } }, 'document.width is 0'],
    [{ maskBounds: { x: 0.5, y: 0, width: 1, height: 1 } }, 'maskBounds.x is 0.5'],
  ])('refuses %j', (wrong, message) => {
    expect(() => planFrame({ ...base, ...wrong })).toThrow(message)
  })
})

describe('the size for a model', () => {
  const list = {
    sizes: [
      { width: 512, height: 512 },
      { width: 1024, height: 1024 },
      { width: 1536, height: 1024 },
    ],
  }

  it('of a list is the nearest in ratio, and the smallest that loses nothing', () => {
    expect(fitSize({ width: 300, height: 310 }, list)).toEqual({ width: 512, height: 512 })
    expect(fitSize({ width: 600, height: 600 }, list)).toEqual({ width: 1024, height: 1024 })
    expect(fitSize({ width: 9000, height: 9000 }, list)).toEqual({ width: 1024, height: 1024 })
    expect(fitSize({ width: 300, height: 200 }, list)).toEqual({ width: 1536, height: 1024 })
  })

  it('is made smaller and larger only as far as it must', () => {
    const sizes = { minSide: 256, maxSide: 1024, multipleOf: 8 }
    expect(fitSize({ width: 4000, height: 2000 }, sizes)).toEqual({ width: 1024, height: 512 })
    expect(fitSize({ width: 100, height: 200 }, sizes)).toEqual({ width: 256, height: 512 })
    expect(fitSize({ width: 640, height: 480 }, sizes)).toEqual({ width: 640, height: 480 })
    expect(fitSize({ width: 8192, height: 1 }, sizes)).toEqual({ width: 1024, height: 256 })
  })

  it('keeps its pixels by the side that changes the ratio less', () => {
    const sizes = { maxPixels: 1_000_000, multipleOf: 64 }
    expect(fitSize({ width: 1100, height: 1090 }, sizes)).toEqual({ width: 1024, height: 960 })
    expect(fitSize({ width: 1090, height: 1100 }, sizes)).toEqual({ width: 960, height: 1024 })
    const least = { minPixels: 1_000_000, maxSide: 1024, multipleOf: 64 }
    expect(fitSize({ width: 1000, height: 10 }, least)).toEqual({ width: 1024, height: 1024 })
  })

  it.each([
    [{ minSide: 100, maxSide: 120, multipleOf: 64 }],
    [{ minSide: 1000, maxPixels: 5000 }],
    [{ maxSide: 10, minPixels: 5000 }],
  ])('is refused where there is none: %j', (sizes) => {
    expect(() => fitSize({ width: 50, height: 60 }, sizes)).toThrow('sizes are impossible')
  })

  it('refuses limits that are no numbers', () => {
    const part = { width: 1, height: 1 }
    expect(() => fitSize(part, { multipleOf: 0 })).toThrow('multipleOf is 0')
    expect(() => fitSize(part, { maxSide: Number.NaN })).toThrow('maxSide is NaN')
    expect(() => fitSize(part, { sizes: [{ width: 0, height: 1 }] })).toThrow('sizes.width is 0')
    expect(() => fitSize(part, { ratios: [{ width: 0, height: 1 }] })).toThrow('ratios.width is 0')
  })
})
