import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideFinish } from './finish-generation.ts'
import { decideStart, type StartFacts } from './start-generation.ts'
import { pollDelay, retryDelay } from './timetable.ts'

describe('decideStart', () => {
  const facts = (overrides: Partial<StartFacts> = {}): StartFacts => ({
    problems: [],
    account: { credits: 100, hasPaid: true },
    price: 30,
    ...overrides,
  })
  const missing = { field: 'prompt', problem: 'required' } as const

  it('asks in the specification’s order: input, sign-in, credits, paid', () => {
    const poor = { credits: 0, hasPaid: false }
    expect(decideStart(facts({ problems: [missing], account: null }))).toMatchObject({
      refusal: { reason: 'invalid_input' },
    })
    expect(decideStart(facts({ account: null }))).toMatchObject({ refusal: { reason: 'not_signed_in' } })
    expect(decideStart(facts({ account: poor }))).toMatchObject({
      refusal: { reason: 'insufficient_credits', required: 30, current: 0 },
    })
    expect(decideStart(facts({ account: { credits: 30, hasPaid: false } }))).toMatchObject({
      refusal: { reason: 'never_paid' },
    })
    expect(decideStart(facts({ account: { credits: 30, hasPaid: true } }))).toEqual({ allowed: true })
  })
})

describe('decideFinish', () => {
  it('completes, refunds the missing share, or refunds everything', () => {
    expect(decideFinish({ price: 120, requested: 4, kept: 4 })).toEqual({ status: 'completed', refund: 0 })
    expect(decideFinish({ price: 120, requested: 4, kept: 3 })).toEqual({ status: 'partial', refund: 30 })
    expect(decideFinish({ price: 120, requested: 4, kept: 0 })).toEqual({ status: 'failed', refund: 120 })
  })

  it('never refunds more than the price nor less than nothing, whatever the price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 6 }),
        (price, requested, kept) => {
          const { status, refund } = decideFinish({ price, requested, kept })
          expect(Number.isInteger(refund) && refund >= 0 && refund <= price).toBe(true)
          expect(refund === price || status !== 'failed').toBe(true)
        },
      ),
    )
  })
})

describe('the timetable', () => {
  it('asks ever more slowly, but never less often than every 4.5 s', () => {
    const delays = Array.from({ length: 40 }, (_, asked) => pollDelay(asked, false))
    expect(delays).toEqual(delays.toSorted((a, b) => a - b))
    expect(delays.at(-1)).toBe(4_500)
    expect(pollDelay(0, true)).toBeGreaterThan(pollDelay(0, false))
    expect(pollDelay(40, true)).toBe(4_500)
    expect(retryDelay(0)).toBe(1_000)
    expect(retryDelay(50)).toBe(30_000)
  })
})
