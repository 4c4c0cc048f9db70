import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds } from '#core/models/rules/kinds.ts'
import { decideFinish } from './finish-generation.ts'
import {
  decideStart,
  type Starter,
  type StartFacts,
  startSlack,
  startWait,
} from './start-generation.ts'
import { deadlines, pollDelay, retryDelay, unknownSubmitWait } from './timetable.ts'

describe('decideStart', () => {
  const starter = (own: Partial<Starter> = {}): Starter => ({
    credits: 100,
    hasPaid: true,
    isSuspended: false,
    jobCeiling: null,
    dailyCap: null,
    spentToday: 0,
    ...own,
  })
  const decide = (own: Partial<StartFacts> = {}) =>
    decideStart({ problems: [], account: starter(), price: 30, ...own })
  const missing = { field: 'prompt', problem: 'required' } as const

  it('checks in order: input, sign-in, suspended, credits, paid, ceiling, cap, rate', () => {
    const limited = { jobCeiling: 29, dailyCap: 50, spentToday: 40 }
    const wait = 1500
    const reason = (own: Partial<StartFacts>) => {
      const decision = decide({ wait, ...own })
      return decision.allowed ? 'allowed' : decision.refusal
    }
    const poor = starter({ ...limited, isSuspended: true, credits: 0, hasPaid: false })
    expect(reason({ problems: [missing], account: null })).toEqual({
      reason: 'invalid_input',
      problems: [missing],
    })
    expect(reason({ account: null })).toEqual({ reason: 'not_signed_in' })
    expect(reason({ account: poor })).toEqual({ reason: 'account_suspended' })
    expect(reason({ account: { ...poor, isSuspended: false } })).toEqual({
      reason: 'insufficient_credits',
      required: 30,
      current: 0,
    })
    expect(reason({ account: starter({ ...limited, hasPaid: false }) })).toEqual({
      reason: 'never_paid',
    })
    expect(reason({ account: starter(limited) })).toEqual({
      reason: 'job_ceiling',
      required: 30,
      max: 29,
    })
    expect(reason({ account: starter({ ...limited, jobCeiling: 30 }) })).toEqual({
      reason: 'daily_cap',
      required: 30,
      max: 50,
      current: 40,
    })
    expect(reason({})).toEqual({ reason: 'too_many_starts', seconds: 2 })
    expect(reason({ wait: 0 })).toBe('allowed')
  })

  it('allows a start exactly at a limit', () => {
    expect(
      decide({ account: starter({ credits: 30, jobCeiling: 30, dailyCap: 70, spentToday: 40 }) })
        .allowed,
    ).toBe(true)
    expect(decide({ account: starter({ dailyCap: 70, spentToday: 41 }) }).allowed).toBe(false)
  })
})

describe('a rate of starts', () => {
  const rate = { burst: 3, perMinute: 60 }

  it('allows a burst, and then one start per interval', () => {
    expect([0, 1000, 2000, 2001, 3000].map((ahead) => startWait(rate, ahead))).toEqual([
      0, 0, 0, 1, 1000,
    ])
    expect(startWait(rate, -86_400_000)).toBe(0)
    expect(startSlack({ burst: 1, perMinute: 60 })).toBe(0)
  })
})

describe('decideFinish', () => {
  it('completes, refunds the missing share, or refunds everything', () => {
    expect(decideFinish({ price: 120, requested: 4, kept: 4 })).toEqual({
      status: 'completed',
      refund: 0,
    })
    expect(decideFinish({ price: 120, requested: 4, kept: 3 })).toEqual({
      status: 'partial',
      refund: 30,
    })
    expect(decideFinish({ price: 120, requested: 4, kept: 0 })).toEqual({
      status: 'failed',
      refund: 120,
    })
  })

  it('never refunds more than the price nor less than 0', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 6 }),
        fc.option(fc.integer({ min: 0, max: 10_000 })),
        (price, requested, kept, used) => {
          const due = used === null ? null : Math.min(used, price)
          const { status, refund } = decideFinish({ price, requested, kept, due })
          expect(Number.isInteger(refund) && refund >= 0 && refund <= price).toBe(true)
          expect(refund === price || status !== 'failed').toBe(true)
        },
      ),
    )
  })
})

describe('the delays', () => {
  it('limit the wait for an unknown submit to some minutes, below the deadline', () => {
    for (const kind of kinds) {
      expect(unknownSubmitWait(kind)).toBeGreaterThanOrEqual(60_000)
      expect(unknownSubmitWait(kind)).toBeLessThanOrEqual(deadlines[kind] / 3)
    }
    expect(unknownSubmitWait('video')).toBeGreaterThan(unknownSubmitWait('image'))
  })

  it('grow between polls up to 4.5 s', () => {
    for (const hasWebhook of [false, true]) {
      const delays = Array.from({ length: 40 }, (_, asked) => pollDelay(asked, hasWebhook))
      expect(delays).toEqual(delays.toSorted((a, b) => a - b))
      expect(delays.at(-1)).toBe(4_500)
    }
    expect(pollDelay(0, true)).toBeGreaterThan(pollDelay(0, false))
    expect(retryDelay(0)).toBe(1_000)
    expect(retryDelay(50)).toBe(30_000)
  })
})
