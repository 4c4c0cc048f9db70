import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { isDistributed, onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { eachAccount } from '#platform/database/distributed/each-account.ts'
import { relaxed } from '#platform/database/relaxed.ts'
import { resultRetention } from '../rules/timetable.ts'
import type { GenerationRow, ProviderJob, ProviderOutput, Step } from '../tables.ts'

/** A row that this worker has claimed. */
export type ClaimedGeneration = GenerationRow & {
  lease_token: string
  step: Step
  deadline: Date
  /** The time to wait for it is over: `waitsUntil` has passed. */
  late: boolean
  /** The deadline has passed, even if the provider has finished it meanwhile. */
  past_deadline: boolean
  /** An earlier worker attempted the submit and did not record the outcome. */
  submit_attempted: boolean
  lost_leases: number
  stalls: number
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
 * any other step can be repeated.
 */
export async function claimDue(database: Database, ask: Claim): Promise<ClaimedGeneration[]> {
  const { limit, storing = limit } = ask
  const ofAccounts = await eachAccount(
    database,
    sql`(select account_id from job where ${isDueStep} order by next_step_at limit ${limit})
      union all
      (select account_id from job where ${isDueStore} order by next_step_at limit ${storing})`,
    (own, of) => claimDueOf(own, ask, of(sql`account_id`)),
  )
  return ofAccounts.flat()
}

/** The claim of a worker: its token, how many rows, and for how many ms. */
export type Claim = { token: string; limit: number; storing?: number; lease: number }

async function claimDueOf(
  database: Database,
  { token, limit, storing = limit, lease }: Claim,
  isOwn: RawBuilder<unknown>,
): Promise<ClaimedGeneration[]> {
  const { rows } = await sql<ClaimedGeneration>`
    with due_steps as (
      select generation_id, account_id, step, submit_started_at is not null as submit_attempted from job
      where ${isOwn} and ${isDueStep}
      order by next_step_at limit ${limit} for update skip locked
    ), due_stores as (
      select generation_id, account_id, step, true as submit_attempted from job
      where ${isOwn} and ${isDueStore}
      order by next_step_at limit ${storing} for update skip locked
    ), due as (
      select * from due_steps union all select * from due_stores
    ), durability as (
      select set_config('synchronous_commit',
        case when bool_or(step = 'submit') then current_setting('synchronous_commit') else 'off' end, true) from due
    ), claimed as (
      update job set lease_token = ${token}::uuid, lease_until = now() + ${lease} * interval '1 ms', is_resumed = false,
        ${countLostLease},
        submit_started_at = case when job.step = 'submit' and deadline >= now()
          then coalesce(submit_started_at, now()) else submit_started_at end
      from due, durability where job.generation_id = due.generation_id and job.account_id = due.account_id
      returning job.*, ${lateColumns}, due.submit_attempted
    )
    ${selectClaimed}`.execute(database)
  return rows
}

/**
 * Reads the rows of `claimed`, jobs as they are now. Of two columns with the same name the later
 * one counts: the job's. By the id alone, as in the other statements of a step: as long as a table
 * is empty, PostgreSQL may plan to read an account's rows instead of the primary key's one.
 */
export const selectClaimed = sql`select generation.*, claimed.* from claimed
  join generation on generation.id = claimed.generation_id`

export const isFree = sql<boolean>`(lease_until is null or lease_until < now())`

const isDueStep = sql`next_step_at <= now() and step <> 'store' and ${isFree}`
const isDueStore = sql`next_step_at <= now() and step = 'store' and ${isFree}
  and not exists (select from storage_outage)`

/** The end of a step removes its lease; one that is still there has run out. */
const countLostLease = sql`lost_leases = lost_leases + (lease_until is not null)::int`

/** The columns of a claim that are computed with the database's clock. */
export const lateColumns = sql`${waitsUntil} < now() as late, deadline < now() as past_deadline`

/**
 * Releases a row that was inserted claimed (start-generation.ts) and certainly not submitted.
 * `false`: there is none, or another worker has it.
 */
export async function releaseClaim(
  database: Database,
  { id, accountId, token }: { id: string; accountId: string; token: string },
): Promise<boolean> {
  const result = await onShardOf(database, accountId)
    .updateTable('job')
    .set({ lease_token: null, lease_until: null, submit_started_at: null })
    .where('generation_id', '=', id)
    .where('account_id', '=', accountId)
    .where('lease_token', '=', token)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Extends a lease by `lease` ms. `false`: another worker has the row, or it has ended. */
export async function extendLease(
  database: Database,
  row: ClaimedGeneration,
  lease: number,
): Promise<boolean> {
  const result = await onShardOf(database, row.account_id)
    .updateTable('job')
    .from(relaxed)
    .set({ lease_until: sql`now() + ${lease} * interval '1 ms'` })
    .where('generation_id', '=', row.id)
    .where('account_id', '=', row.account_id)
    .where('lease_token', '=', row.lease_token)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Counts that the event loop of the worker that has claimed a job stands still in its step. Called
 * from another thread of that worker.
 */
export async function countStall(
  database: Database,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  await database
    .updateTable('job')
    .set({ stalls: sql`stalls + 1` })
    .where('generation_id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
}

/**
 * Releases every claimed row; their leases are lost ones. Only for the only process on its
 * database, before it starts working.
 */
export async function releaseLeases(database: Database): Promise<void> {
  await database
    .updateTable('job')
    .set({ lease_token: null, lease_until: null, lost_leases: sql`lost_leases + 1` })
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
  polls?: number
  providerJob?: ProviderJob
  queuePosition?: number | null
  progress?: number | null
  /** A small image of the unfinished result, as a `data:` URL. */
  preview?: string | null
  /** The run time of an ended job, in ms. */
  runMs?: number | null
  /** The provider certainly does not have the job, so it may be submitted again. */
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
  row: ClaimedGeneration,
  next: Progress,
): Promise<number | 'repeated_job' | null> {
  const written = await write(onShardOf(database, row.account_id), row, next)
  if (written) return written.is_resumed ? 0 : next.delay
  const { providerJob } = next
  const isRepeated = providerJob && (await belongsToOther(database, row, providerJob))
  return isRepeated ? 'repeated_job' : null
}

/**
 * `known`: assigns a job of the provider to one of our open jobs, which `condition` selects. It is
 * empty if another generation has that job: of any account, or of the same one where accounts are
 * distributed (`ledger verify` compares them).
 */
export function knownRequest(
  database: Database,
  { provider, requestId }: ProviderJob,
  condition: RawBuilder<unknown>,
) {
  const key = isDistributed(database)
    ? sql`request_id, provider, account_id`
    : sql`request_id, provider`
  return sql<{ request_id: string }>`
    insert into provider_request (request_id, provider, account_id, generation_id)
    select ${requestId}, ${provider}, account_id, generation_id from job where ${condition}
    on conflict (${key}) do update set request_id = excluded.request_id
    where provider_request.generation_id = excluded.generation_id
    returning request_id`
}

async function belongsToOther(
  database: Database,
  { id }: ClaimedGeneration,
  { provider, requestId }: ProviderJob,
): Promise<boolean> {
  const found = await database
    .selectFrom('provider_request')
    .select('generation_id')
    .where('request_id', '=', requestId)
    .where('provider', '=', provider)
    .where('generation_id', '<>', id)
    .executeTakeFirst()
  return found !== undefined
}

function write(database: Database, row: ClaimedGeneration, next: Progress) {
  const { providerJob } = next
  const mustLast = row.step === 'submit'
  const isHeld = sql<boolean>`generation_id = ${row.id} and account_id = ${row.account_id}
    and lease_token = ${row.lease_token}::uuid`
  if (!providerJob) {
    return database
      .updateTable('job')
      .$if(!mustLast, (update) => update.from(relaxed))
      .set(changesOf(row, next))
      .where(isHeld)
      .returning('is_resumed')
      .executeTakeFirst()
  }
  return database
    .with(
      'known',
      () => sql<{ request_id: string }>`(${knownRequest(database, providerJob, isHeld)})`,
    )
    .updateTable('job')
    .set({ ...changesOf(row, next), provider_job: JSON.stringify(providerJob) })
    .where(isHeld)
    .where(({ exists, selectFrom }) => exists(selectFrom('known').select('request_id')))
    .returning('is_resumed')
    .executeTakeFirst()
}

function changesOf(row: ClaimedGeneration, next: Progress) {
  const pause = sql<Date>`clock_timestamp() + case when is_resumed then 0 else ${next.delay} end * interval '1 ms'`
  return {
    step: next.step,
    next_step_at: next.step === 'await' ? sql<Date>`least(${pause}, deadline)` : pause,
    lease_token: null,
    lease_until: null,
    lost_leases: 0,
    stalls: 0,
    attempts: next.attempts,
    ...(next.polls !== undefined && { polls: next.polls }),
    ...(next.status && { status: next.status }),
    ...(next.status === 'processing' && {
      started_at: beganBefore({
        started: sql`started_at`,
        created: sql`${row.created_at}::timestamptz`,
        end: sql`clock_timestamp()`,
        ms: next.runMs ?? 0,
      }),
    }),
    ...(next.runMs !== undefined && {
      run_ms: next.runMs === null ? null : Math.round(next.runMs),
    }),
    ...(next.queuePosition !== undefined && { queue_position: next.queuePosition }),
    ...(next.progress !== undefined && { progress: next.progress }),
    ...(next.preview !== undefined && { preview: next.preview }),
    ...(next.notSubmitted && { submit_started_at: null, provider_job: null }),
    ...(next.finished !== undefined && {
      finished_at: next.finished ? sql<Date>`coalesce(finished_at, clock_timestamp())` : null,
    }),
    ...(next.output && { provider_output: withoutNul(next.output) }),
    ...(isVisible(row, next) && { updated_at: sql<Date>`clock_timestamp()` }),
  }
}

type Run = Record<'started' | 'created' | 'end', RawBuilder<unknown>> & { ms: number }

/**
 * When it began, computed from the run time in ms and its end; an observed beginning is kept.
 */
export function beganBefore({ started, created, end, ms }: Run): RawBuilder<Date> {
  return sql`coalesce(${started}, greatest(${created}, ${end} - ${ms} * interval '1 ms'))`
}

/** Whether the owner would see a difference; only then are browsers notified. */
export function isVisible(row: ClaimedGeneration, next: Progress): boolean {
  return (
    (next.status !== undefined && next.status !== row.status) ||
    (next.step === 'await' && row.step !== 'await') ||
    (next.queuePosition !== undefined && next.queuePosition !== row.queue_position) ||
    (next.progress !== undefined && next.progress !== row.progress) ||
    next.preview !== undefined ||
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
