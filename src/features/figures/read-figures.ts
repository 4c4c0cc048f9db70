import { readQueue } from '#core/admin/overview-queries.ts'
import type { Parts } from '#core/parts.ts'
import { findFirstDay, listFigures } from './queries.ts'
import {
  addFigures,
  type DayFigures,
  dayOf,
  endOf,
  type FigureUnit,
  noFigures,
  periodsBetween,
  startOf,
} from './rules.ts'

/** `starts`: the periods, oldest first, at least one. */
export type FiguresRequest = { unit: FigureUnit; starts: readonly string[] }

export type PeriodFigures = { start: string; end: string; isFinal: boolean; figures: DayFigures }

type Context = Parts<'database' | 'now'>

/**
 * Reads the figures of periods from those that the scheduled job has stored; a day without any is
 * empty. Touches no table of accounts but for its first row.
 */
export async function readFigurePeriods({ database, now }: Context, request: FiguresRequest) {
  const { unit, starts } = request
  const from = starts[0] ?? ''
  const to = starts.at(-1) ?? ''
  const end = endOf(unit, to)
  const [days, active, queue, firstDay] = await Promise.all([
    listFigures(database, { unit: 'day', from, before: end }),
    unit === 'day' ? [] : listFigures(database, { unit, from, before: end }),
    readQueue(database),
    findFirstDay(database),
  ])
  const byPeriod = Map.groupBy(days, ({ start }) => startOf(unit, start))
  const activeOf = new Map(active.map(({ start, figures }) => [start, figures.active]))
  const periods = starts.map((start): PeriodFigures => {
    const own = byPeriod.get(start) ?? []
    const sum = own.map(({ figures }) => figures as DayFigures).reduce(addFigures, noFigures)
    const figures = unit === 'day' ? sum : { ...sum, active: activeOf.get(start) ?? 0 }
    const periodEnd = endOf(unit, start)
    const isFinal = own.length > 0 && own.every((day) => day.is_final) && periodEnd <= dayOf(now())
    return { start, end: periodEnd, isFinal, figures }
  })
  const stored = new Set(days.map(({ start }) => start))
  const last = [dayOf(now()), dayOf(Date.parse(end) - 1)].toSorted()[0] ?? ''
  const first = [firstDay ?? last, from].toSorted()[1] ?? ''
  return {
    periods,
    total: periods.map(({ figures }) => figures).reduce(addFigures, noFigures),
    computedAt: newestOf(days.map(({ computed_at }) => computed_at)),
    isIncomplete:
      firstDay !== null && periodsBetween('day', first, last).some((day) => !stored.has(day)),
    queue: {
      due: queue.reduce((sum, { due }) => sum + due, 0),
      oldestDue: Math.max(0, ...queue.map((line) => line.oldest_due)),
    },
  }
}

export type ReadFigures = Awaited<ReturnType<typeof readFigurePeriods>>

function newestOf(moments: readonly Date[]): Date | null {
  return moments.reduce<Date | null>(
    (newest, moment) => (newest && newest > moment ? newest : moment),
    null,
  )
}
