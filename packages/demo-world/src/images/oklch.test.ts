import { describe, expect, it } from 'vitest'
import { blend, lightOf } from './oklch.ts'

describe('colours', () => {
  it('gives display white for full lightness and black for none', () => {
    for (const part of lightOf([1, 0, 0])) expect(part).toBeCloseTo(1, 3)
    for (const part of lightOf([0, 0, 0])) expect(part).toBeCloseTo(0, 5)
  })

  it('comes back from the eye’s space unchanged', () => {
    const light = [0.2, 0.5, 0.7] as const
    blend(light, [1, 1, 1], 0).forEach((part, index) => {
      expect(part).toBeCloseTo(light[index] ?? 0, 5)
    })
  })

  it('makes a colour paler rather than showing another one', () => {
    const [red, green, blue] = lightOf([0.7, 0.4, 150])
    expect(Math.max(red, blue)).toBeLessThan(green)
    for (const part of [red, green, blue]) expect(part).toBeGreaterThanOrEqual(0)
    expect(green).toBeLessThanOrEqual(1.001)
  })

  it('blends from one end to the other', () => {
    blend([1, 0, 0], [0, 0, 1], 1).forEach((part, index) => {
      expect(part).toBeCloseTo([0, 0, 1][index] ?? 0, 4)
    })
  })
})
