import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { RecordedJob } from './usage-rules.ts'

/** How many jobs are looked up at once. */
const batch = 5_000

function* batchesOf<Value>(values: readonly Value[]): Generator<readonly Value[]> {
  for (let start = 0; start < values.length; start += batch)
    yield values.slice(start, start + batch)
}

/**
 * Returns what was recorded of a provider's jobs, by its ids of them. A job whose result was fetched
 * again has two records, which add up.
 */
export async function findRecords(
  database: Database,
  provider: string,
  requestIds: readonly string[],
): Promise<Map<string, RecordedJob>> {
  const found = new Map<string, RecordedJob>()
  for (const ids of batchesOf(requestIds)) {
    const { rows: known } = await sql<RecordedJob>`
      select request_id, generation_id, '' as endpoint, null::bigint as micros from provider_request
      where provider = ${provider} and request_id = any(${ids})`.execute(database)
    for (const row of known) found.set(row.request_id, row)
    const { rows } = await sql<RecordedJob>`
      select request_id, max(generation_id::text) as generation_id, max(endpoint) as endpoint,
        sum(micros)::bigint as micros
      from generation_cost where provider = ${provider} and request_id = any(${ids})
      group by request_id`.execute(database)
    for (const row of rows) found.set(row.request_id, row)
  }
  return found
}

/** Days (UTC), both included. */
export type UsageDays = { from: string; to: string }

/** Returns jobs that cost something or may have, on these days, by our records. */
export async function listRecords(
  database: Database,
  { provider, from, to, limit }: UsageDays & { provider: string; limit: number },
): Promise<RecordedJob[]> {
  const { rows } = await sql<RecordedJob>`
    select request_id, max(generation_id::text) as generation_id, max(endpoint) as endpoint,
      sum(micros)::bigint as micros
    from generation_cost
    where provider = ${provider} and day >= ${from}::date and day <= ${to}::date
      and request_id is not null and micros > 0
    group by request_id limit ${limit}`.execute(database)
  return rows
}

/** Returns the first and the last day on which these jobs ended; `null`: none is known. */
export async function findDays(
  database: Database,
  provider: string,
  requestIds: readonly string[],
): Promise<UsageDays | null> {
  const days: string[] = []
  for (const ids of batchesOf(requestIds)) {
    const { rows } = await sql<{ from: string | null; to: string | null }>`
      select min(day)::text as from, max(day)::text as to from generation_cost
      where provider = ${provider} and request_id = any(${ids})`.execute(database)
    days.push(...rows.flatMap(({ from, to }) => [from, to]).filter((day) => day !== null))
  }
  const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)]
  return from === undefined || to === undefined ? null : { from, to }
}
