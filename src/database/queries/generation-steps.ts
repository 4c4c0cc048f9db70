import { type RawBuilder, sql } from 'kysely'
import { resultRetention } from '#domain/timetable.ts'
import { type Database, isUniqueViolation } from '../database.ts'
import { relaxed } from '../relaxed.ts'
import type { GenerationRow, ProviderJob, ProviderOutput, Step } from '../tables.ts'

/** A row that this worker has claimed. */
export type Claimed = GenerationRow & {
  lease_token: string
  step: Step
  /** The time to wait for it is over: `waitsUntil` has passed. */
  late: boolean
  /** The deadline has passed, even if the provider has finished it meanwhile. */
  past_deadline: boolean
  /** An earlier worker attempted the submit and did not record the outcome. */
  handed_over: boolean
}

/** The token of a lease and how long it lasts, in ms. */
export type Lease = { token: string; time: number }

/**
 * Until when an open row is waited for: its deadline or, once the provider has finished it, as long
 * as the result is kept.
 */
export const waitsUntil = sql<Date>`coalesce(finished_at + ${resultRetention} * interval '1 ms', deadline)`

/**
 * Claims up to `limit` due rows, and up to `storing` that wait for our storage unless it is
 * unavailable, for `lease` ms under the given token. Rows of other workers are skipped until their
 * lease ends. The same commit records the submit attempt of rows that are to be submitted: a crash
 * afterwards leaves an unknown outcome, not none. Only for such rows must the commit be on disk:
 * any other step can be repeated. done again.
 */
export async function claimDue(
  database: Database,
  {
    token,
    limit,
    storing = limit,
    lease,
  }: { token: string; limit: number; storing?: number; lease: number },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due_steps as (
      select id, step, submit_started_at is not null as handed_over from generation
      where next_step_at <= now() and step <> 'store' and ${isFree}
      order by next_step_at limit ${limit} for update skip locked
    ), due_stores as (
      select id, step, true as handed_over from generation
      where next_step_at <= now() and step = 'store' and ${isFree} and not exists (select from storage_outage)
      order by next_step_at limit ${storing} for update skip locked
    ), due as (
      select * from due_steps union all select * from due_stores
    ), durability as (
      select set_config('synchronous_commit',
        case when bool_or(step = 'submit') then current_setting('synchronous_commit') else 'off' end, true) from due
    )
    update generation set lease_token = ${token}::uuid, lease_until = now() + ${lease} * interval '1 ms', woken = false,
      submit_started_at = case when generation.step = 'submit' and deadline >= now()
        then coalesce(submit_started_at, now()) else submit_started_at end
    from due, durability where generation.id = due.id
    returning generation.*, ${lateness}, due.handed_over`.execute(database)
  return rows
}

export const isFree = sql<boolean>`(lease_until is null or lease_until < now())`

/** The columns of a claim that are computed with the database's clock. */
export const lateness = sql`${waitsUntil} < now() as late, deadline < now() as past_deadline`

/**
 * Releases a row that was inserted claimed (start-generation.ts) and certainly not submitted.
 * `false`: there is none, or another worker has it.
 */
export async function releaseClaim(
  database: Database,
  { id, token }: { id: string; token: string },
): Promise<boolean> {
  const result = await database
    .updateTable('generation')
    .set({ lease_token: null, lease_until: null, submit_started_at: null })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Extends a lease by `lease` ms. `false`: another worker has the row, or it has ended. */
export async function extendLease(
  database: Database,
  row: Claimed,
  lease: number,
): Promise<boolean> {
  const result = await database
    .updateTable('generation')
    .from(relaxed)
    .set({ lease_until: sql`now() + ${lease} * interval '1 ms'` })
    .where('id', '=', row.id)
    .where('lease_token', '=', row.lease_token)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Releases every claimed row. Only for the only process on its database, before it starts working.
 */
export async function releaseLeases(database: Database): Promise<void> {
  await database
    .updateTable('generation')
    .set({ lease_token: null, lease_until: null })
    .where('lease_until', 'is not', null)
    .execute()
}

/** The outcome of a step. Absent fields are not changed. */
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
  /** The run time of an ended job, in ms. */
  runMs?: number | null
  /** The provider certainly did not accept the job, so it may be submitted again. */
  notSubmitted?: boolean
  /** Whether the provider has finished it, if known. */
  finished?: boolean
  /** The result, while its files wait for our storage. */
  output?: ProviderOutput
}

/**
 * Writes a step's outcome and releases the lease. Returns the pause until the next step in ms: none
 * when a webhook arrived meanwhile. `null`: the lease was lost, nothing was written.
 * `repeated_job`: another generation has the provider's job, nothing was written.
 */
export async function advance(
  database: Database,
  row: Claimed,
  next: Progress,
): Promise<number | 'repeated_job' | null> {
  try {
    return await write(database, row, next)
  } catch (error) {
    if (isUniqueViolation(error, providerJobIndex)) return 'repeated_job'
    throw error
  }
}

/** A job of the provider belongs to one generation. */
export const providerJobIndex = 'generation_provider_job'

async function write(database: Database, row: Claimed, next: Progress): Promise<number | null> {
  const visible = isVisible(row, next)
  const mustLast = row.step === 'submit'
  const pause = sql<Date>`clock_timestamp() + case when woken then 0 else ${next.delay} end * interval '1 ms'`
  const written = await database
    .updateTable('generation')
    .$if(!mustLast, (update) => update.from(relaxed))
    .set({
      step: next.step,
      next_step_at: next.step === 'await' ? sql`least(${pause}, deadline)` : pause,
      lease_token: null,
      lease_until: null,
      attempts: next.attempts,
      ...(next.asked !== undefined && { asked: next.asked }),
      ...(next.status && { status: next.status }),
      ...(next.status === 'processing' && {
        started_at: beganBefore(sql`clock_timestamp()`, next.runMs ?? 0),
      }),
      ...(next.runMs !== undefined && { run_ms: next.runMs }),
      ...(next.providerJob && { provider_job: JSON.stringify(next.providerJob) }),
      ...(next.queuePosition !== undefined && { queue_position: next.queuePosition }),
      ...(next.progress !== undefined && { progress: next.progress }),
      ...(next.notSubmitted && { submit_started_at: null }),
      ...(next.finished !== undefined && {
        finished_at: next.finished ? sql<Date>`coalesce(finished_at, clock_timestamp())` : null,
      }),
      ...(next.output && { provider_output: withoutNul(next.output) }),
      ...(visible && { updated_at: sql`clock_timestamp()` }),
    })
    .where('id', '=', row.id)
    .where('lease_token', '=', row.lease_token)
    .where('status', 'in', ['pending', 'processing'])
    .returning('woken')
    .executeTakeFirst()
  if (!written) return null
  return written.woken ? 0 : next.delay
}

/**
 * When it began, computed from the run time and its end; an observed beginning is kept.
 */
export function beganBefore(moment: RawBuilder<unknown>, ms: number): RawBuilder<Date> {
  return sql`coalesce(started_at, greatest(created_at, ${moment} - ${ms} * interval '1 ms'))`
}

/** Whether the owner would see a difference; only then are browsers notified. */
export function isVisible(row: Claimed, next: Progress): boolean {
  return (
    (next.status !== undefined && next.status !== row.status) ||
    (next.step === 'await' && row.step !== 'await') ||
    (next.queuePosition !== undefined && next.queuePosition !== row.queue_position) ||
    (next.progress !== undefined && next.progress !== row.progress) ||
    next.providerJob !== undefined ||
    (next.step === 'store' && row.step !== 'store')
  )
}

/** Converts to JSON without NUL, which PostgreSQL cannot store. */
function withoutNul(output: ProviderOutput): string {
  return JSON.stringify(output, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '') : value,
  )
}
