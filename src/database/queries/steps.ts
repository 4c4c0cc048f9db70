import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { GenerationRow, ProviderJob, Step } from '../tables.ts'

/** A row this worker holds. */
export type Claimed = GenerationRow & { lease_token: string; step: Step; late: boolean }

/**
 * Takes up to `limit` due rows for `lease` ms under the given token. Rows that another worker holds are skipped; rows
 * whose holder died are taken over when its lease ends. `late` says that the deadline has passed.
 */
export async function claimDue(
  database: Database,
  { token, limit, lease }: { token: string; limit: number; lease: number },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update generation set lease_token = ${token}::uuid, lease_until = now() + ${lease} * interval '1 ms'
    where id in (
      select id from generation
      where next_step_at <= now() and (lease_until is null or lease_until < now())
      order by next_step_at limit ${limit} for update skip locked
    )
    returning *, deadline < now() as late`.execute(database)
  return rows
}

/** Frees every row that a worker held. Only for a process that is surely alone on its database, before it works. */
export async function releaseLeases(database: Database): Promise<void> {
  await database
    .updateTable('generation')
    .set({ lease_token: null, lease_until: null })
    .where('lease_until', 'is not', null)
    .execute()
}

/** Records, before the provider is called, that it will be: a crash afterwards leaves an unknown outcome, not none. */
export async function markSubmitting(database: Database, { id, lease_token }: Claimed): Promise<boolean> {
  const result = await database
    .updateTable('generation')
    .set({ submit_started_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .where('step', '=', 'submit')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** What a step found out. Whatever is left out stays as it is. */
export type Progress = {
  step: Step
  /** Pause before the next step, in ms. */
  delay: number
  status?: 'pending' | 'processing'
  attempts: number
  asked?: number
  providerJob?: ProviderJob
  queuePosition?: number | null
  progress?: number | null
  /** The provider surely did not take the job, so it may be handed over again. */
  notSubmitted?: boolean
}

/** Writes a step's outcome and gives the lease back. `false`: the lease was lost, nothing was written. */
export async function advance(database: Database, row: Claimed, next: Progress): Promise<boolean> {
  const visible = isVisible(row, next)
  const result = await database
    .updateTable('generation')
    .set({
      step: next.step,
      next_step_at: sql`clock_timestamp() + ${next.delay} * interval '1 ms'`,
      lease_token: null,
      lease_until: null,
      attempts: next.attempts,
      ...(next.asked !== undefined && { asked: next.asked }),
      ...(next.status && { status: next.status }),
      ...(next.status === 'processing' && { started_at: sql`coalesce(started_at, clock_timestamp())` }),
      ...(next.providerJob && { provider_job: JSON.stringify(next.providerJob) }),
      ...(next.queuePosition !== undefined && { queue_position: next.queuePosition }),
      ...(next.progress !== undefined && { progress: next.progress }),
      ...(next.notSubmitted && { submit_started_at: null }),
      ...(visible && { updated_at: sql`clock_timestamp()` }),
    })
    .where('id', '=', row.id)
    .where('lease_token', '=', row.lease_token)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Would the owner see a difference? Only then is the row worth telling browsers about. */
export function isVisible(row: Claimed, next: Progress): boolean {
  return (
    (next.status !== undefined && next.status !== row.status) ||
    (next.queuePosition !== undefined && next.queuePosition !== row.queue_position) ||
    (next.progress !== undefined && next.progress !== row.progress) ||
    next.providerJob !== undefined
  )
}
