import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lookLater } from './worker.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_010 }))
afterEach(() => void vi.useRealTimers())

it('polls once for pauses that end together, and never before their end', () => {
  const looks: number[] = []
  const later = lookLater(() => looks.push(Date.now()))
  for (const pause of [100, 125, 140, 141, 800]) later(pause)
  vi.advanceTimersByTime(5_000)
  expect(looks).toEqual([1_000_150, 1_000_200, 1_000_850])
})

it('polls again for pauses that begin after a poll', () => {
  const look = vi.fn()
  const later = lookLater(look)
  for (let times = 1; times <= 3; times++) {
    later(40)
    vi.advanceTimersByTime(50)
    expect(look).toHaveBeenCalledTimes(times)
  }
})

it('polls at once without a pause', () => {
  const look = vi.fn()
  lookLater(look)(0)
  expect(look).toHaveBeenCalledOnce()
})
