import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StorageCall } from '#platform/storage/storage.ts'
import { adaptStoringLimit, isSlowWrite, storingLimits } from '../rules/storing-limit.ts'
import { createStoringLimiter } from './storing-limiter.ts'

const write = (call: Partial<StorageCall> = {}): StorageCall => ({
  ...{ operation: 'write', ms: 20, begun: performance.now(), bytes: 1_000, error: null },
  ...call,
})
const failed = () => write({ error: new Error('unavailable') })

it('stays between its bounds, and shrinks at once', () => {
  const outcomes = fc.array(fc.constantFrom('healthy', 'slow', 'failed'))
  fc.assert(
    fc.property(outcomes, (all) => {
      let limit: number = storingLimits.initial
      for (const outcome of all) {
        const next = adaptStoringLimit(limit, outcome)
        expect(
          outcome === 'healthy' ? next >= limit : next < limit || next === storingLimits.min,
        ).toBe(true)
        limit = next
      }
      expect(limit).toBeGreaterThanOrEqual(storingLimits.min)
      expect(limit).toBeLessThanOrEqual(storingLimits.max)
    }),
  )
})

it('allows large files more time than small ones', () => {
  expect(isSlowWrite({ ms: 3_000, bytes: 10_000 })).toBe(true)
  expect(isSlowWrite({ ms: 3_000, bytes: 10_000_000 })).toBe(false)
})

it('shrinks while writes fail, and grows again when they succeed under load', () => {
  const limiter = createStoringLimiter()
  const { limit: initial } = limiter.state()
  for (let count = 0; count < 10; count++) limiter.observe(failed())
  expect(limiter.state().limit).toBe(storingLimits.min)
  expect(limiter.tryEnter()).toBe(true)
  expect(limiter.tryEnter()).toBe(false)
  for (let count = 0; count < 1_000; count++) {
    limiter.tryEnter()
    limiter.observe(write())
  }
  expect(limiter.state().limit).toBeGreaterThan(initial)
})

it('counts simultaneous failures as one', () => {
  const limiter = createStoringLimiter()
  const begun = performance.now() - 1_000
  for (let count = 0; count < 10; count++)
    limiter.observe(write({ begun, error: new Error('unavailable') }))
  expect(limiter.state().limit).toBe(storingLimits.initial / 2)
})

it('does not grow while it is idle', () => {
  const limiter = createStoringLimiter()
  for (let count = 0; count < 1_000; count++) limiter.observe(write())
  expect(limiter.state().limit).toBe(storingLimits.initial)
})
