import { type RawBuilder, sql } from 'kysely'
import { resultRetention } from '#domain/timetable.ts'
import { type Database, isUniqueViolation } from '../database.ts'
import { relaxed } from '../relaxed.ts'
import type { GenerationRow, ProviderJob, ProviderOutput, Step } from '../tables.ts'

/** A row this worker holds. */
export type Claimed = GenerationRow & {
  lease_token: string
  step: Step
  /** It is not waited for any longer: `waitsUntil` has passed. */
  late: boolean
  /** The deadline has passed, whether or not the provider has finished it meanwhile. */
  past_deadline: boolean
  /** An earlier holder began to hand it over and left no word of how that went. */
  handed_over: boolean
}

/** Under what token and for how long, in ms, a worker holds a row. */
export type Lease = { token: string; time: number }

/**
 * Until when an open row is waited for: its deadline or, once the provider has finished it, as long
 * as the result is kept.
 */
export const waitsUntil = sql<Date>`coalesce(finished_at + ${resultRetention} * interval '1 ms', deadline)`

/**
 * Takes up to `limit` due rows, and up to `storing` that wait for our storage while there is no
 * outage of it, for `lease` ms under the given token. Rows that another worker holds are skipped;
 * rows whose holder died are taken over when its lease ends. In the same commit it records that the
 * provider is about to be called for a row that is to be submitted: a crash afterwards leaves an
 * unknown outcome, not none. Only for such rows must the commit be on disk: any other step can be
 * done again.
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

/** The columns of a claim that only the database's clock can tell. */
export const lateness = sql`${waitsUntil} < now() as late, deadline < now() as past_deadline`

/**
 * Frees a row that was born claimed (start-generation.ts) and surely never handed over. `false`:
 * there is none, or somebody else has it.
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

/** Holds a row for `lease` ms more. `false`: somebody else has it, or it has ended. */
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
 * Frees every row that a worker held. Only for a process that is surely alone on its database,
 * before it works.
 */
export async function releaseLeases(database: Database): Promise<void> {
  await database
    .updateTable('generation')
    .set({ lease_token: null, lease_until: null })
    .where('lease_until', 'is not', null)
    .execute()
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
  /** How long it was worked on, now that it is over, in ms. */
  runMs?: number | null
  /** The provider surely did not take the job, so it may be handed over again. */
  notSubmitted?: boolean
  /** The provider has finished it, or surely has not. */
  finished?: boolean
  /** What it made, while its files wait for our storage. */
  output?: ProviderOutput
}

/**
 * Writes a step's outcome and gives the lease back. Answers the pause until the next step in ms:
 * none when a webhook woke the row meanwhile. `null`: the lease was lost, nothing was written.
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
 * When it began, for what was worked on for so many ms until a moment; what somebody saw begin
 * stays as it was seen.
 */
export function beganBefore(moment: RawBuilder<unknown>, ms: number): RawBuilder<Date> {
  return sql`coalesce(started_at, greatest(created_at, ${moment} - ${ms} * interval '1 ms'))`
}

/** Would the owner see a difference? Only then is the row worth telling browsers about. */
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

/** As JSON that PostgreSQL takes: it stores no NUL. */
function withoutNul(output: ProviderOutput): string {
  return JSON.stringify(output, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '') : value,
  )
}
