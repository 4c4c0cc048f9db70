import { runAlone } from '#core/jobs/run-alone.ts'
import type { Contributions, Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import {
  countActive,
  findFirstDay,
  listComputed,
  listFigures,
  measureStorage,
  readSpan,
  type Span,
  storeFigures,
} from './queries.ts'
import {
  addMoney,
  type DayFigures,
  dayOf,
  endOf,
  type FigureUnit,
  figuresJob,
  figureUnits,
  periodsBetween,
} from './rules.ts'

type Context = Parts<'openLongRunningConnection' | 'now' | 'contributions'>

/** The most periods that one run computes, newest first; the next run goes on. */
const maxComputed = 60

/**
 * How long after its end a period is final, in ms: an entry has the time at which its transaction
 * began.
 */
const settleTime = 3_600_000

/** How often active accounts of an unfinished week or month are counted, in ms. */
const activeInterval = 3_600_000

/** How often the stored files are measured, in ms: that reads every record. */
const storageInterval = 6 * 3_600_000

type Known = Awaited<ReturnType<typeof listComputed>>[number]

/**
 * Computes the figures of every day, week and month that is not final. A day stays open while one
 * of its generations is, so what ends later is in it. Safe to run twice and at any time. Uses a
 * connection of its own without a statement timeout.
 */
export async function computeFigures(context: Context): Promise<void> {
  const { openLongRunningConnection, now, contributions } = context
  const database = openLongRunningConnection()
  try {
    const today = dayOf(now())
    const first = await findFirstDay(database)
    if (first === null) return
    const known = await listComputed(database)
    const due = figureUnits.flatMap((unit) =>
      duePeriods(known, { unit, first, today, now: now() }).map((start) => ({ unit, start })),
    )
    const newest = due.toSorted((one, other) => other.start.localeCompare(one.start))
    for (const { unit, start } of newest.slice(0, maxComputed))
      await computePeriod(database, { unit, start, now: now() }, contributions)
  } finally {
    await database.destroy()
  }
}

/** Computes them now, unless a process does so already. */
export async function computeFiguresNow(
  context: Context & Parts<'database' | 'log'>,
): Promise<void> {
  await runAlone(context, figuresJob, () => computeFigures(context), { isForced: true })
}

type Due = { unit: FigureUnit; first: string; today: string; now: number }

function duePeriods(known: readonly Known[], { unit, first, today, now }: Due): string[] {
  const stored = new Map(known.filter((row) => row.unit === unit).map((row) => [row.start, row]))
  return periodsBetween(unit, first, today).filter((start) => {
    const row = stored.get(start)
    if (!row) return true
    const age = now - row.computed_at.getTime()
    return !row.is_final && (unit === 'day' || age >= activeInterval || isOver(unit, start, now))
  })
}

type Period = { unit: FigureUnit; start: string; now: number }

async function computePeriod(
  database: Database,
  { unit, start, now }: Period,
  { takings }: Contributions,
): Promise<void> {
  const span = spanOf(unit, start)
  const isSettled = isOver(unit, start, now)
  if (unit !== 'day') {
    const active = await countActive(database, span)
    await storeFigures(database, { unit, start, figures: { active }, isFinal: isSettled })
    return
  }
  const money = await Promise.all(takings.map((read) => read(database, span)))
  const figures = {
    ...(await readSpan(database, span)),
    money: money.reduce(addMoney, {}),
    storage: await storageOf(),
  }
  const hasOpen = Object.values(figures.models).some(({ open }) => open > 0)
  await storeFigures(database, { unit, start, figures, isFinal: isSettled && !hasOpen })

  /** Measured on its day only: a past day keeps what was measured then. */
  async function storageOf(): Promise<DayFigures['storage']> {
    const [stored] = await listFigures(database, {
      unit: 'day',
      from: start,
      before: endOf('day', start),
    })
    const before = (stored?.figures as DayFigures | undefined)?.storage ?? null
    const isFresh = before && now - before.at < storageInterval
    if (isFresh || now >= span.end.getTime()) return before
    return { ...(await measureStorage(database)), at: now }
  }
}

const isOver = (unit: FigureUnit, start: string, now: number) =>
  now >= Date.parse(endOf(unit, start)) + settleTime

function spanOf(unit: FigureUnit, start: string): Span {
  return { start: new Date(start), end: new Date(endOf(unit, start)) }
}
