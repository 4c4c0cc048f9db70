import { expect, it } from 'vitest'
import { isWhole, withRangeEnd, withRangeStart } from './time-range.ts'

const range = { start: 2, end: 4 }

it('moves one end within the video, and the other before they meet', () => {
  expect(withRangeStart(range, 3, 10)).toEqual({ start: 3, end: 4 })
  expect(withRangeStart(range, -1, 10)).toEqual({ start: 0, end: 4 })
  expect(withRangeStart(range, 4, 10)).toEqual({ start: 4, end: 4.5 })
  expect(withRangeStart(range, 99, 10)).toEqual({ start: 9.5, end: 10 })
  expect(withRangeEnd(range, 99, 10)).toEqual({ start: 2, end: 10 })
  expect(withRangeEnd(range, 1, 10)).toEqual({ start: 0.5, end: 1 })
  expect(withRangeEnd(range, 0, 10)).toEqual({ start: 0, end: 0.5 })
})

it('recognizes the whole video', () => {
  expect(isWhole({ start: 0, end: 10 }, 10.02)).toBe(true)
  expect(isWhole({ start: 0.1, end: 10 }, 10)).toBe(false)
})
