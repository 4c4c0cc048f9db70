import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Differences, ReconciliationView } from './contract.ts'
import { readRows } from './file-rows-rules.ts'
import { firstCurrency } from './manage-prices.ts'
import { findCurrency } from './price-queries.ts'
import { findDays, findRecords, listRecords, type UsageDays } from './usage-queries.ts'
import {
  compareUsage,
  mostListed,
  mostUsageLines,
  readUsage,
  type UsageColumns,
  type UsageDifference,
} from './usage-rules.ts'

/** `from` and `to`: the days whose jobs the export has; absent: those of the jobs in it. */
export type UsageExport = {
  provider: string
  text: string
  from?: string | undefined
  to?: string | undefined
  columns?: UsageColumns | undefined
}

/**
 * Compares a provider's usage export with what was recorded of its jobs; changes nothing. Throws
 * `Refused` `invalid_usage_export` naming lines and fields.
 */
export async function reconcile(
  { database }: Parts<'database'>,
  { provider, text, from, to, columns }: UsageExport,
): Promise<ReconciliationView> {
  const read = readRows(text, mostUsageLines)
  if ('problems' in read) throw new Refused({ reason: 'invalid_usage_export', ...read })
  const usage = readUsage(read.rows, columns)
  if ('problems' in usage) throw new Refused({ reason: 'invalid_usage_export', ...usage })
  const { jobs } = usage
  const ids = jobs.map(({ requestId }) => requestId)
  const records = await findRecords(database, provider, ids)
  const { unknown, different } = compareUsage(jobs, records)
  const days = await daysOf({ database }, { provider, ids, from, to })
  const billed = new Set(ids)
  const recorded = days
    ? await listRecords(database, { provider, ...days, limit: mostUsageLines })
    : []
  const notBilled = recorded
    .filter(({ request_id }) => !billed.has(request_id))
    .map(({ micros, ...job }) => ({ ...job, billed: null, recorded: micros }))
  const found = [...records.values()]
  return {
    provider,
    currency: (await findCurrency(database)) ?? firstCurrency,
    from: days?.from ?? null,
    to: days?.to ?? null,
    billed: { jobs: jobs.length, micros: sum(jobs.map(({ micros }) => micros)) },
    recorded: { jobs: found.length, micros: sum(found.map(({ micros }) => micros ?? 0)) },
    unknown: toDifferences(unknown),
    not_billed: toDifferences(notBilled),
    different: toDifferences(different),
  }
}

async function daysOf(
  { database }: Parts<'database'>,
  { provider, ids, from, to }: Pick<UsageExport, 'provider' | 'from' | 'to'> & { ids: string[] },
): Promise<UsageDays | null> {
  const known = await findDays(database, provider, ids)
  const first = from ?? known?.from
  const last = to ?? known?.to
  return first === undefined || last === undefined ? null : { from: first, to: last }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function toDifferences(found: readonly UsageDifference[]): Differences {
  const difference = ({ billed, recorded }: UsageDifference) => (billed ?? 0) - (recorded ?? 0)
  return {
    count: found.length,
    micros: sum(found.map(difference)),
    list: found
      .toSorted((one, other) => Math.abs(difference(other)) - Math.abs(difference(one)))
      .slice(0, mostListed),
  }
}
