import { expect, test } from 'vitest'
import { nearestNumber } from './number-box.tsx'

test.each([
  ['within the limits', 7, { min: 1, max: 10 }, 7],
  ['below them', -3, { min: 1, max: 10 }, 1],
  ['above them', 11, { min: 1, max: 10 }, 10],
  ['with a fraction where steps are whole', 7.6, { min: 1, max: 10 }, 8],
  ['with a fraction where steps are fractions', 0.35, { min: 0, max: 1, step: 0.05 }, 0.35],
] as const)('a number %s becomes the nearest one', (_, typed, limits, nearest) => {
  expect(nearestNumber(typed, limits)).toBe(nearest)
})
