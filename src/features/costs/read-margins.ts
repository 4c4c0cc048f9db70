import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { type MarginLine, type MarginsQuery, type MarginsView, mostDays } from './contract.ts'
import { worthOf } from './cost-rules.ts'
import { addDays, countDays, splitDays } from './day-rules.ts'
import { firstCurrency } from './manage-prices.ts'
import { type CostSums, findAddresses, listSums, readDays, readTotal } from './margin-queries.ts'
import { findCurrency } from './price-queries.ts'

type Context = Parts<'database' | 'settings'>

/** How many lines a page has, and a file. */
export const shownLines = 100
export const fileLines = 100_000

/** By default so many days are read. */
const usualDays = 30

/**
 * Reads what was charged less what was refunded, what it is worth, and what its jobs cost: the
 * credits are those of the ledger. Throws `Refused` `invalid_input` for days in the wrong order or
 * too many of them.
 */
export async function readMargins(
  { database, settings }: Context,
  { by, from, to }: MarginsQuery,
  limit = shownLines,
): Promise<MarginsView> {
  const days = await readDays(database)
  const last = to ?? days.today
  const first = from ?? addDays(last, 1 - usualDays)
  const span = { from: first, before: addDays(last, 1) }
  requireSpan(span)
  const spans = splitDays(span, days)
  const [found, total, currency] = await Promise.all([
    listSums(database, { ...spans, by, limit: limit + 1 }),
    readTotal(database, spans),
    findCurrency(database),
  ])
  const creditValue = settings.current().settings.credit_value
  const shown = found.slice(0, limit)
  const names =
    by === 'account'
      ? await findAddresses(
          database,
          shown.map(({ key }) => key),
        )
      : null
  return {
    ...{ by, from: first, to: last, currency: currency ?? firstCurrency },
    lines: shown.map((line) => toLine(line, names?.get(line.key) ?? line.key, creditValue)),
    total: presentSums(total, creditValue),
    has_more: found.length > limit,
    is_incomplete: isIncomplete(spans.stored, days),
  }
}

function requireSpan(span: { from: string; before: string }): void {
  const count = countDays(span)
  if (count < 1)
    throw new Refused({
      reason: 'invalid_input',
      problems: [{ field: 'from', problem: 'out_of_range' }],
    })
  if (count > mostDays)
    throw new Refused({
      reason: 'invalid_input',
      problems: [{ field: 'from', problem: 'too_many_entries', max: mostDays }],
    })
}

/** Whether a day of the studio's that is to be stored is not. */
function isIncomplete(
  { from, before }: { from: string; before: string },
  { newest, first }: { newest: string | null; first: string | null },
): boolean {
  if (first === null || first >= before || from >= before) return false
  return newest === null || addDays(newest, 1) < before
}

function toLine(
  { key, ...sums }: CostSums & { key: string },
  name: string,
  creditValue: number | null,
): MarginLine {
  return { key, name, ...presentSums(sums, creditValue) }
}

function presentSums(
  { credits, jobs, unknown, micros }: CostSums,
  creditValue: number | null,
): MarginsView['total'] {
  const revenue = worthOf(credits, creditValue)
  return {
    ...{ credits, revenue, cost: micros, margin: revenue === null ? null : revenue - micros },
    ...{ jobs, unknown_jobs: unknown },
  }
}
