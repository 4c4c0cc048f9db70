import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { relaxed } from '#platform/database/relaxed.ts'

/** A claimed scheduled job, and its lease in ms. */
export type ScheduledJobLease = { name: string; token: string; lease: number }

/**
 * Claims a scheduled job unless another process has it. `isForced`: also before it is due again.
 * `false`: it was not claimed.
 */
export async function claimScheduledJob(
  database: Database,
  { name, token, lease, isForced }: ScheduledJobLease & { isForced: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    insert into scheduled_job (name, lease_token, lease_until)
    select ${name}, ${token}, now() + ${lease} * interval '1 ms' from ${relaxed}
    on conflict (name) do update set lease_token = excluded.lease_token, lease_until = excluded.lease_until
    where (scheduled_job.lease_token is null or scheduled_job.lease_until < now())
      and (${isForced} or scheduled_job.next_run_at <= now())
    returning name`.execute(database)
  return rows.length === 1
}

/** Extends the lease. `false`: another process has the job. */
export async function extendScheduledJob(
  database: Database,
  { name, token, lease }: ScheduledJobLease,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update scheduled_job set lease_until = now() + ${lease} * interval '1 ms' from ${relaxed}
    where name = ${name} and lease_token = ${token}`.execute(database)
  return numAffectedRows === 1n
}

/** Ends the lease; the job is due again `pause` ms from now. */
export async function releaseScheduledJob(
  database: Database,
  { name, token }: ScheduledJobLease,
  pause: number,
): Promise<void> {
  await sql`
    update scheduled_job set lease_token = null, next_run_at = now() + ${pause} * interval '1 ms' from ${relaxed}
    where name = ${name} and lease_token = ${token}`.execute(database)
}
