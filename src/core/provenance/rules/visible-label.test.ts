import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  drawLabel,
  labelLanguages,
  labelPlaces,
  labelSizes,
  type VisibleLabel,
} from './visible-label.ts'

/** Where a label lies, in pixels. */
function placeOf(image: { width: number; height: number }, label: VisibleLabel) {
  const { svg, left, top } = drawLabel(image, label)
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
  return { left, top, width: Number(width), height: Number(height) }
}

const anyLabel = fc.record({
  place: fc.constantFrom(...labelPlaces),
  size: fc.constantFrom(...labelSizes),
  language: fc.constantFrom(...labelLanguages),
})

it('lies within any image', () => {
  const side = fc.integer({ min: 1, max: 8_192 })
  fc.assert(
    fc.property(side, side, anyLabel, (width, height, label) => {
      const place = placeOf({ width, height }, label)
      expect(place.left).toBeGreaterThanOrEqual(0)
      expect(place.top).toBeGreaterThanOrEqual(0)
      expect(place.left + place.width).toBeLessThanOrEqual(width)
      expect(place.top + place.height).toBeLessThanOrEqual(height)
    }),
  )
})

it('is in its corner, and of its share of the shorter side', () => {
  const image = { width: 1_600, height: 1_000 }
  const of = (label: Partial<VisibleLabel>) =>
    placeOf(image, { place: 'bottom_right', size: 'medium', language: 'en', ...label })
  const { left, top, width, height } = of({})
  // 5 % of 1,000 pixels, and the space around the text.
  expect(height).toBe(90)
  expect([image.width - left - width, image.height - top - height]).toEqual([25, 25])
  expect(of({ place: 'top_left' })).toEqual({ left: 25, top: 25, width, height })
  expect(of({ size: 'large' }).height).toBeGreaterThan(of({ size: 'small' }).height)
  expect(of({ language: 'zh' }).width).toBeLessThan(width)
})
