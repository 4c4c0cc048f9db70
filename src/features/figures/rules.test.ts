import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, type Histogram, mergeHistograms, quantile } from './histogram-rules.ts'
import {
  addFigures,
  choosePeriods,
  type DayFigures,
  dayOf,
  endOf,
  marginOf,
  noFigures,
  periodsBetween,
  providerCost,
  startOf,
} from './rules.ts'

const bucketOf = (ms: number) => String(Math.ceil(Math.log(Math.max(1, ms)) / Math.log(growth)))
const histogramOf = (values: number[]): Histogram =>
  values.map((value) => ({ [bucketOf(value)]: 1 })).reduce(mergeHistograms, {})

describe('a histogram', () => {
  it('gives every quantile to within 2.5 %, also when it was added up', () => {
    const values = fc.array(fc.integer({ min: 1, max: 4_000_000 }), {
      minLength: 1,
      maxLength: 200,
    })
    fc.assert(
      fc.property(values, values, fc.constantFrom(0.5, 0.95), (one, other, share) => {
        const sorted = [...one, ...other].sort((a, b) => a - b)
        const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0
        const found = quantile(mergeHistograms(histogramOf(one), histogramOf(other)), share) ?? 0
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 0.025 + 1)
      }),
    )
  })

  it('without values has no quantile', () => expect(quantile({}, 0.5)).toBeNull())
})

describe('periods', () => {
  it('are days, weeks from Monday, and months of UTC', () => {
    expect(startOf('week', '2026-11-22')).toBe('2026-11-16')
    expect(startOf('week', '2026-11-23')).toBe('2026-11-23')
    expect(startOf('month', '2024-02-29')).toBe('2024-02-01')
    expect(endOf('month', '2026-12-01')).toBe('2027-01-01')
    expect(endOf('day', '2024-02-28')).toBe('2024-02-29')
    expect(periodsBetween('week', '2026-11-22', '2026-11-30')).toEqual([
      ...['2026-11-16', '2026-11-23', '2026-11-30'],
    ])
  })

  it('contain every day exactly once', () => {
    const days = fc.integer({ min: 0, max: 40_000 }).map((day) => dayOf(day * 86_400_000))
    fc.assert(
      fc.property(days, fc.constantFrom('day', 'week', 'month'), (day, unit) => {
        const start = startOf(unit, day)
        expect(start <= day && day < endOf(unit, start)).toBe(true)
        expect(startOf(unit, endOf(unit, start))).toBe(endOf(unit, start))
      }),
    )
  })

  it('are the newest ones by default, and never more than the limit', () => {
    const at = { today: '2026-11-23', limit: 40 }
    const months = choosePeriods('month', {}, at)
    expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-12-01', '2026-11-01'])
    expect(choosePeriods('day', {}, at)).toHaveLength(30)
    expect(choosePeriods('day', { from: '1970-01-01' }, at)).toHaveLength(40)
    expect(choosePeriods('day', { from: '2026-11-24' }, at)).toEqual([])
  })
})

const model = (results: number) => ({
  ...{ kind: 'image', started: 1, completed: 1, partial: 0, failed: 0, open: 0 },
  ...{ results, credits: 30, durations: { '10': 1 } },
})

describe('costs', () => {
  it('are exact for fractions of a cent', () => {
    const cost = providerCost({ a: model(3), b: model(10) }, { a: 0.1, b: 0.0001 })
    expect(cost).toEqual({ cents: 0.301, unknown: [] })
  })

  it('are unknown and not 0 where one is not set, unless nothing was made with it', () => {
    expect(providerCost({ a: model(3), b: model(1) }, { a: 1 })).toEqual({
      cents: null,
      unknown: ['b'],
    })
    expect(providerCost({ a: model(0) }, {})).toEqual({ cents: 0, unknown: [] })
  })

  it('leave no margin where they are unknown, or where revenue is in another currency', () => {
    const usd = { payments: 1, paid: 1_000, refunded: 250, disputed: 100, tax: 0 }
    expect(marginOf({ usd }, 50.5)).toBe(599.5)
    expect(marginOf({ usd }, null)).toBeNull()
    expect(marginOf({ usd, eur: usd }, 50)).toBeNull()
    expect(marginOf({}, 5)).toBe(-5)
  })
})

it('figures of days add up to those of a period', () => {
  const day = (active: number): DayFigures => ({
    credits: { charge: { entries: 1, credits: -30 } },
    money: { usd: { payments: 1, paid: 5, refunded: 0, disputed: 0, tax: 1 } },
    models: { a: model(2) },
    waits: { '3': 1 },
    signUps: 2,
    active,
    storage: { bytes: active, files: 1, at: active },
  })
  expect([day(1), day(7), { ...day(4), storage: null }].reduce(addFigures, noFigures)).toEqual({
    credits: { charge: { entries: 3, credits: -90 } },
    money: { usd: { payments: 3, paid: 15, refunded: 0, disputed: 0, tax: 3 } },
    models: { a: { ...model(6), started: 3, completed: 3, credits: 90, durations: { '10': 3 } } },
    waits: { '3': 3 },
    signUps: 6,
    active: 4,
    storage: { bytes: 7, files: 1, at: 7 },
  })
})
