import { sql } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'
import { type Database, isUniqueViolation } from '../database.ts'
import { relaxed } from '../relaxed.ts'
import type { GenerationRow, ProviderJob } from '../tables.ts'
import { type Claimed, isFree, type Lease, lateness, providerJobIndex } from './generation-steps.ts'

/**
 * A webhook's claims: the generation's token and the provider's job that has ended.
 */
export type WebhookCaller = { id: string; token: string; kinds: readonly Kind[]; requestId: string }

/** `claimed`: the row, where the worker of this process has claimed it. */
export type ResumedGeneration = { claimed: Claimed | null }

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
  const { rows } = await sql<Claimed>`
    update generation set ${whatChanges} ${lease ? sql`, ${claimed(lease)}` : sql``} from ${relaxed}
    where ${isCallers(caller)} and provider_job ->> 'requestId' = ${caller.requestId} and step not in ('collect', 'store')
    returning ${lease ? sql`generation.*, ${lateness}, false as handed_over` : sql`id`}`.execute(
    database,
  )
  const [row] = rows
  return row ? { claimed: lease && row.lease_token === lease.token ? row : null } : null
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
  const result = await exceptRepeatedJob(
    sql`
    update generation set provider_job = ${JSON.stringify(job)}::jsonb, ${whatChanges}, updated_at = clock_timestamp()
    where ${isCallers(caller)} and provider_job is null and step = 'await' and ${isFree} and not exists (
      select from generation as other where other.provider_job ->> 'requestId' = ${caller.requestId})`.execute(
      database,
    ),
  )
  return result?.numAffectedRows === 1n
}

/** `null`: another generation got the job concurrently, and nothing was written. */
async function exceptRepeatedJob<Result>(statement: Promise<Result>): Promise<Result | null> {
  try {
    return await statement
  } catch (error) {
    if (isUniqueViolation(error, providerJobIndex)) return null
    throw error
  }
}

/** Returns the generation of a provider's job, by the provider's id. */
export function findGenerationOfJob(
  database: Database,
  requestId: string,
): Promise<{ id: string } | undefined> {
  return database
    .selectFrom('generation')
    .select('id')
    .where(sql<boolean>`provider_job is not null and provider_job ->> 'requestId' = ${requestId}`)
    .executeTakeFirst()
}

/** Whether it is in a final state. */
export async function hasEnded(database: Database, id: string): Promise<boolean> {
  const row = await database
    .selectFrom('generation')
    .select('step')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.step === null
}

const held = sql`lease_until > now()`

const whatChanges = sql`
  woken = coalesce(${held}, false),
  step = case when ${held} then step else 'collect' end,
  attempts = case when ${held} then attempts else 0 end,
  finished_at = case when ${held} then finished_at else coalesce(finished_at, now()) end,
  next_step_at = case when ${held} then next_step_at else now() end`

function claimed({ token, time }: Lease) {
  return sql`lease_token = case when ${held} then lease_token else ${token}::uuid end,
    lease_until = case when ${held} then lease_until else now() + ${time} * interval '1 ms' end`
}

function isCallers({ id, token, kinds }: WebhookCaller) {
  return sql`id = ${id} and webhook_token = ${token} and kind = any(${[...kinds]}) and status in ('pending', 'processing')`
}

/** Returns the generation of a webhook, ended and deleted ones included. */
export function findForWebhook(
  database: Database,
  { id, token, kinds }: WebhookCaller,
): Promise<GenerationRow | undefined> {
  return database
    .selectFrom('generation')
    .selectAll()
    .where('id', '=', id)
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
  id: string,
  job: ProviderJob,
): Promise<boolean> {
  const result = await exceptRepeatedJob(
    database
      .updateTable('generation')
      .set({ provider_job: JSON.stringify(job), step: 'ask', next_step_at: sql`now()` })
      .where('id', '=', id)
      .where('step', 'in', ['submit', 'await'])
      .where('provider_job', 'is', null)
      .where('submit_started_at', 'is not', null)
      .where(isFree)
      .executeTakeFirst(),
  )
  return result?.numUpdatedRows === 1n
}

/** Makes the next poll due now, unless a worker has claimed the row. */
export async function makePollDue(database: Database, id: string): Promise<boolean> {
  const result = await database
    .updateTable('generation')
    .set({ next_step_at: sql`now()` })
    .where('id', '=', id)
    .where('step', '=', 'ask')
    .where(isFree)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Records that its owner cancels an open generation, and makes a poll due. `false`: it is not open
 * any more.
 */
export async function requestCancellation(database: Database, id: string): Promise<boolean> {
  const result = await sql`
    update generation set updated_at = clock_timestamp(),
      cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()),
      next_step_at = case when step = 'ask' and ${isFree} then now() else next_step_at end
    where id = ${id} and status in ('pending', 'processing')`.execute(database)
  return result.numAffectedRows === 1n
}
