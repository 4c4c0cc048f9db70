import { expect, it } from 'vitest'
import { countFitting } from './count-fitting.ts'

const row = { items: [100, 50, 0, 50], more: 40, gap: 10 }

it.each([
  ['all, without room for the button', 220, 4],
  ['all but the last, beside the button', 219, 3],
  ['the first alone', 199, 1],
  ['none', 149, 0],
])('counts %s', (_, width, count) => {
  expect(countFitting({ ...row, width })).toBe(count)
})

it('counts none of none', () => {
  expect(countFitting({ ...row, items: [], width: 0 })).toBe(0)
})
