import { describe, expect, it } from 'vitest'
import { fitScale, lineWidth, nextZoom, onSource, zooms } from './fit.ts'

const source = { width: 640, height: 360 }

describe('fitScale', () => {
  it('shows an image whole', () => {
    expect(fitScale(source, { width: 320, height: 400 })).toBe(0.5)
    expect(fitScale(source, { width: 1000, height: 90 })).toBe(0.25)
  })
  it('makes a small one at most twice as large', () => {
    expect(fitScale(source, { width: 10_000, height: 10_000 })).toBe(2)
  })
})

describe('onSource', () => {
  it('finds the pixel under a point, however the image is scaled and scrolled', () => {
    const shown = { left: -100, top: 50, width: 1280, height: 720 }
    expect(onSource({ x: -100, y: 50 }, shown, source)).toEqual({ x: 0, y: 0 })
    expect(onSource({ x: 540, y: 410 }, shown, source)).toEqual({ x: 320, y: 180 })
  })
})

describe('lineWidth', () => {
  it('goes from one pixel to half the shorter side', () => {
    expect(lineWidth(1, { width: 100, height: 60 })).toBe(1)
    expect(lineWidth(100, source)).toBe(180)
  })
})

describe('nextZoom', () => {
  it('stays at both ends', () => {
    expect(nextZoom(1, -1)).toBe(1)
    expect(nextZoom(1, 1)).toBe(1.5)
    expect(nextZoom(zooms.at(-1) ?? 0, 1)).toBe(zooms.at(-1))
  })
})
