import { describe, expect, it } from 'vitest'
import { reopenDelay } from './event-stream.ts'

describe('reopenDelay', () => {
  it('doubles up to half a minute', () => {
    const delays = [0, 1, 2, 5, 50].map((refusals) => reopenDelay(refusals, () => 0))
    expect(delays).toEqual([1_000, 2_000, 4_000, 30_000, 30_000])
  })

  it('is spread, so that a thousand tabs do not reconnect at once', () => {
    expect(reopenDelay(0, () => 1)).toBe(1_250)
  })
})
