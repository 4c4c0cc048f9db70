import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { justify, targetHeight } from './justify.ts'

const measure = { width: 1200, gap: 4, target: 240, fills: false }
const ratios = fc.array(fc.double({ min: 0.5, max: 3, noNaN: true }), { maxLength: 60 })

describe('a justified grid', () => {
  test('contains every image once, in order, eight in a row at most', () => {
    fc.assert(
      fc.property(ratios, fc.boolean(), (all, fills) => {
        const rows = justify(all, { ...measure, fills })
        expect(rows.flatMap(({ from, to }) => all.slice(from, to))).toEqual(all)
        expect(rows.every(({ from, to }) => to > from && to - from <= 8)).toBe(true)
      }),
    )
  })

  test('never exceeds the width, and fills it in all rows but open ones', () => {
    fc.assert(
      fc.property(ratios, (all) => {
        for (const { from, to, height } of justify(all, measure)) {
          const sum = all.slice(from, to).reduce((one, other) => one + other, 0)
          const width = sum * height + measure.gap * (to - from - 1)
          expect(width).toBeLessThan(1200.01)
          if (height !== measure.target) expect(width).toBeCloseTo(1200)
        }
      }),
    )
  })

  test('keeps rows near the target height, and leaves the last one open unless more follows', () => {
    const squares = Array.from({ length: 12 }, () => 1)
    expect(
      justify(squares, measure).map(({ from, to, height }) => [to - from, Math.round(height)]),
    ).toEqual([
      [5, 237],
      [5, 237],
      [2, 240],
    ])
    expect(justify(squares, { ...measure, fills: true }).map(({ from, to }) => to - from)).toEqual([
      6, 6,
    ])
  })

  test('is smaller on a phone and never wider than eight squares', () => {
    expect(targetHeight(358)).toBe(144)
    expect(targetHeight(1200)).toBe(240)
    expect(2400 / targetHeight(2400)).toBeLessThan(8)
  })
})
