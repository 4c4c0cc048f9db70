import { describe, expect, it } from 'vitest'
import { groupByDay } from './group-by-day.ts'

const at = (local: string) => ({ created_at: new Date(local).toISOString() })

describe('days of the history', () => {
  it('puts what was made on one day together, in its order', () => {
    const evening = at('2026-03-05T23:59:59')
    const morning = at('2026-03-05T00:00:00')
    const dayBefore = at('2026-03-04T23:59:59')
    const days = groupByDay([evening, morning, dayBefore])
    expect(days.map(({ items }) => items)).toEqual([[evening, morning], [dayBefore]])
  })

  it('keeps days of different years apart', () => {
    expect(groupByDay([at('2026-03-05T12:00'), at('2025-03-05T12:00')])).toHaveLength(2)
  })

  it('has no days without records', () => {
    expect(groupByDay([])).toEqual([])
  })
})
