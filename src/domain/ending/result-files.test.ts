import fc from 'fast-check'
import { expect, it } from 'vitest'
import { downloadTime, downloadTimeLeft } from './result-files.ts'

it('a download never ends later than half a minute after the deadline', () => {
  const times = fc.integer({ min: -3_600_000, max: 3_600_000 })
  fc.assert(
    fc.property(times, fc.constantFrom('image', 'video', 'audio'), (left, medium) => {
      const time = downloadTimeLeft(medium, new Date(1_800_000_000_000 + left), 1_800_000_000_000)
      expect(time).toBeLessThanOrEqual(downloadTime[medium])
      expect(time).toBeGreaterThanOrEqual(30_000)
      expect(time).toBeLessThanOrEqual(Math.max(30_000, left))
    }),
  )
})
