import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** How long the jobs of a model took at a provider: the median in ms, and of how many jobs. */
export type ProviderTime = { provider: string; median_ms: number; runs: number }

/** Times count for an hour. */
const lastHour = sql`now() - interval '1 hour'`

/** Records how long a job took, in ms, and deletes its model's times that no longer count. */
export async function recordProviderRun(
  database: Database,
  { model, provider, tookMs }: { model: string; provider: string; tookMs: number },
): Promise<void> {
  await sql`
    with expired as (delete from provider_run where model = ${model} and ended_at < ${lastHour})
    insert into provider_run (model, provider, took_ms)
    values (${model}, ${provider}, ${Math.min(2_147_483_647, Math.max(0, Math.round(tookMs)))})`.execute(
    database,
  )
}

/** Returns the times of a model's jobs in the last hour, by provider. */
export async function listProviderTimes(
  database: Database,
  model: string,
): Promise<ProviderTime[]> {
  const { rows } = await sql<ProviderTime>`
    select provider, percentile_cont(0.5) within group (order by took_ms) as median_ms, count(*)::int as runs
    from provider_run where model = ${model} and ended_at >= ${lastHour}
    group by provider`.execute(database)
  return rows
}
