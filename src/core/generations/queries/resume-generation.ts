import { sql } from 'kysely'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { relaxed } from '#platform/database/relaxed.ts'
import type { GenerationRow, ProviderJob } from '../tables.ts'
import {
  type ClaimedGeneration,
  isFree,
  knownRequest,
  type Lease,
  lateColumns,
  selectClaimed,
} from './generation-steps.ts'

/**
 * A webhook's claims: the generation's token and the job of the provider, which has ended.
 */
export type WebhookCaller = {
  accountId: string
  id: string
  token: string
  kinds: readonly Kind[]
  provider: string
  requestId: string
}

/**
 * `claimed`: the row, where the worker of this process has claimed it. `traceContext`: the span of
 * its charge.
 */
export type ResumedGeneration = { claimed: ClaimedGeneration | null; traceContext: string | null }

/**
 * The job has ended at the provider: makes its open generation due for collecting, or, under a
 * lease, claims it. A row that a worker has claimed is only marked, so that its next step follows
 * at once. If a crash loses the mark, polling finds out. `null`: it is not open, has another job,
 * or is due for collecting already.
 */
export async function resumeFinished(
  database: Database,
  caller: WebhookCaller,
  lease: Lease | null,
): Promise<ResumedGeneration | null> {
  const { rows } = await sql<ClaimedGeneration>`
    with claimed as (
      update job set ${whatChanges}, ${lease ? leasedTo(lease) : becomesDue} from ${relaxed}
      where ${isCallers(caller)} and provider_job ->> 'requestId' = ${caller.requestId}
        and provider_job ->> 'provider' = ${caller.provider} and step not in ('collect', 'store')
      returning job.*, ${lateColumns}, false as submit_attempted
    )
    ${lease ? selectClaimed : sql`select generation_id as id, trace_context from claimed`}`.execute(
    onShardOf(database, caller.accountId),
  )
  const [row] = rows
  if (!row) return null
  const claimed = lease && row.lease_token === lease.token ? row : null
  return { claimed, traceContext: row.trace_context }
}

/**
 * The same for a generation whose submit lost its answer: now its job is known. Rejected while a
 * worker may still get the answer. `false`: it does not wait, or another generation has that job.
 */
export async function resumeRecovered(
  database: Database,
  caller: WebhookCaller,
  job: ProviderJob,
): Promise<boolean> {
  const isWaiting = sql`${isCallers(caller)} and provider_job is null and step = 'await' and ${isFree}`
  const { numAffectedRows } = await sql`
    with known as (${knownRequest(database, job, isWaiting)})
    update job set provider_job = ${JSON.stringify(job)}::jsonb, ${whatChanges}, ${becomesDue}, updated_at = clock_timestamp()
    where ${isWaiting} and exists (select from known)`.execute(
    onShardOf(database, caller.accountId),
  )
  return numAffectedRows === 1n
}

/** Returns the generation of a provider's job. */
export function findGenerationOfJob(
  database: Database,
  { provider, requestId }: ProviderJob,
): Promise<{ id: string } | undefined> {
  return database
    .selectFrom('provider_request')
    .select('generation_id as id')
    .where('request_id', '=', requestId)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

/** A generation by its keys. */
type Named = Pick<GenerationRow, 'id' | 'account_id'>

/** Whether it is in a final state. */
export async function hasEnded(database: Database, { id, account_id }: Named): Promise<boolean> {
  const row = await database
    .selectFrom('generation')
    .select('status')
    .where('id', '=', id)
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return row !== undefined && row.status !== 'open'
}

const held = sql`lease_until > now()`

const whatChanges = sql`
  is_resumed = coalesce(${held}, false),
  step = case when ${held} then step else 'collect' end,
  attempts = case when ${held} then attempts else 0 end,
  finished_at = case when ${held} then finished_at else coalesce(finished_at, now()) end`

const becomesDue = sql`next_step_at = case when ${held} then next_step_at else now() end`

/** A time that comes before the lease ends stays, so that no index changes. */
function leasedTo({ token, time }: Lease) {
  return sql`next_step_at = case when ${held} or next_step_at < now() + ${time} * interval '1 ms' then next_step_at else now() end,
    lease_token = case when ${held} then lease_token else ${token}::uuid end,
    lease_until = case when ${held} then lease_until else now() + ${time} * interval '1 ms' end`
}

function isCallers({ accountId, id, token, kinds }: WebhookCaller) {
  return sql`generation_id = ${id} and account_id = ${accountId} and kind = any(${[...kinds]}) and exists (
    select from generation where id = job.generation_id and webhook_token = ${token})`
}

/** Returns the generation of a webhook, ended and deleted ones included. */
export function findForWebhook(
  database: Database,
  { accountId, id, token, kinds }: WebhookCaller,
): Promise<GenerationRow | undefined> {
  return database
    .selectFrom('generation_with_job')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('webhook_token', '=', token)
    .where('kind', 'in', [...kinds])
    .executeTakeFirst()
}

/**
 * Records the job of a submit that took longer than its lease, unless a job is known. `false`: one
 * was.
 */
export async function attachJob(
  database: Database,
  { id, account_id }: Named,
  job: ProviderJob,
): Promise<boolean> {
  const isWaiting = sql`generation_id = ${id} and account_id = ${account_id} and step in ('submit', 'await') and provider_job is null
    and submit_started_at is not null and ${isFree}`
  const { numAffectedRows } = await sql`
    with known as (${knownRequest(database, job, isWaiting)})
    update job set provider_job = ${JSON.stringify(job)}::jsonb, step = 'poll', next_step_at = now()
    where ${isWaiting} and exists (select from known)`.execute(onShardOf(database, account_id))
  return numAffectedRows === 1n
}

/** Makes the next poll due now, unless a worker has claimed the row. */
export async function makePollDue(database: Database, { id, account_id }: Named): Promise<boolean> {
  const result = await onShardOf(database, account_id)
    .updateTable('job')
    .set({ next_step_at: sql`now()` })
    .where('generation_id', '=', id)
    .where('account_id', '=', account_id)
    .where('step', '=', 'poll')
    .where(isFree)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Records that its owner cancels an open generation, and makes a poll due. `false`: it is not open
 * any more.
 */
export async function requestCancellation(
  database: Database,
  { id, account_id }: Named,
): Promise<boolean> {
  const result = await sql`
    update job set updated_at = clock_timestamp(),
      cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()),
      next_step_at = case when step = 'poll' and ${isFree} then now() else next_step_at end
    where generation_id = ${id} and account_id = ${account_id}`.execute(
    onShardOf(database, account_id),
  )
  return result.numAffectedRows === 1n
}
