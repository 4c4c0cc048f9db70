import { type Kysely, sql } from 'kysely'
import { kinds } from '#catalogue/kinds.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { GenerationRow, Tables } from '../tables.ts'

type Connection = Kysely<Tables>

/**
 * What an operator searches generations by: an id, a client's or the provider's request id, or the
 * owner's e-mail address.
 */
type Name = string | null | undefined
export type SearchFilter = { id?: Name; requestId?: Name; email?: string }

const shown = [
  'generation.id',
  'generation.account_id',
  'generation.kind',
  'generation.model',
  'generation.status',
  'generation.price',
  'generation.refunded',
  'generation.step',
  'generation.error_code',
  'generation.created_at',
  'generation.completed_at',
  'account.email',
] as const

/**
 * Returns generations, newest first, deleted ones too; without a filter, the newest open ones.
 */
export function searchGenerations(database: Connection, searched: SearchFilter, limit: number) {
  return generationsSearched(database, searched, limit).execute()
}

/**
 * Its statement. It reads no more rows than it returns (admin-generations.test.ts).
 */
export function generationsSearched(
  database: Connection,
  { id, requestId, email }: SearchFilter,
  limit: number,
) {
  const all = database
    .selectFrom('generation')
    .innerJoin('account', 'account.id', 'generation.account_id')
    .select(shown)
    .limit(limit)
  if (email !== undefined)
    return all.where(isNewestOf(email, limit)).orderBy('generation.number', 'desc')
  if (id !== undefined || requestId !== undefined) {
    return all.where(isNamed({ id, requestId }, limit)).orderBy('generation.created_at', 'desc')
  }
  return all.where('next_step_at', 'is not', null).orderBy('next_step_at')
}

/**
 * Selects failed generations: `since` when, and with which code; `retryable`: only those neither
 * retried nor deleted.
 */
export type FailedFilter = {
  since: Date
  codes?: readonly FailureCode[] | undefined
  retryable?: boolean
}

/** Returns failed generations, newest first. */
export function searchFailed(
  database: Connection,
  { since, codes, retryable = false }: FailedFilter,
  limit: number,
) {
  return database
    .selectFrom('generation')
    .innerJoin('account', 'account.id', 'generation.account_id')
    .select(shown)
    .where('generation.status', '=', 'failed')
    .where('generation.completed_at', '>=', since)
    .$if(codes !== undefined, (query) =>
      query.where('generation.error_code', 'in', [...(codes ?? [])]),
    )
    .$if(retryable, (query) =>
      query
        .where('generation.deleted_at', 'is', null)
        .where(sql<boolean>`not exists (select from generation as again
          where again.account_id = generation.account_id and again.request_id = 'retry-' || generation.id)`),
    )
    .orderBy('generation.completed_at', 'desc')
    .orderBy('generation.id', 'desc')
    .limit(limit)
    .execute()
}

/** Each kind is numbered by an index of its own. */
function isNewestOf(email: string, limit: number) {
  return sql<boolean>`generation.id in (
    select newest.id from account as owner cross join unnest(${[...kinds]}::text[]) as of_kind cross join lateral (
      select id from generation where account_id = owner.id and kind = of_kind order by number desc limit ${limit}
    ) as newest
    where lower(owner.email) = ${email.toLowerCase()})`
}

/**
 * Each name has an index. A client's request id is unique per account only: several generations may
 * have the same.
 */
function isNamed({ id = null, requestId = null }: { id?: Name; requestId?: Name }, limit: number) {
  return sql<boolean>`generation.id in (
    select ${id}::uuid
    union all select job.id from generation as job
      where job.provider_job ->> 'requestId' = ${requestId} and job.provider_job is not null
    union all (select asked.id from generation as asked where asked.request_id = ${requestId}
      order by asked.account_id limit ${limit}))`
}

/** Returns a generation with its owner, ledger entries and alerts. */
export async function findForOperator(database: Connection, id: string) {
  const row = await database
    .selectFrom('generation')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const [owner, entries, notes, retries, acts] = await Promise.all([
    database
      .selectFrom('account')
      .select(['email', 'deleted_at'])
      .where('id', '=', row.account_id)
      .executeTakeFirstOrThrow(),
    database
      .selectFrom('credit_entry')
      .select(['reason', 'credits', 'created_at', 'note'])
      .where('generation_id', '=', id)
      .orderBy('id')
      .execute(),
    database
      .selectFrom('operator_note')
      .select(['reason', 'note', 'created_at'])
      .where('generation_id', '=', id)
      .orderBy('id')
      .execute(),
    database
      .selectFrom('generation')
      .select('id')
      .where('account_id', '=', row.account_id)
      .where('request_id', '=', retryName(id))
      .execute(),
    database
      .selectFrom('audit_entry')
      .select(['act', 'actor', 'reason', 'created_at'])
      .where('account_id', '=', row.account_id)
      .where('generation_id', '=', id)
      .orderBy('id')
      .execute(),
  ])
  return { row, owner, entries, notes, retryId: retries[0]?.id ?? null, acts }
}

export type GenerationForOperator = NonNullable<Awaited<ReturnType<typeof findForOperator>>>

/**
 * The request id of an operator's retry: unique per account, so each generation is retried once.
 */
function retryName(id: string): string {
  return `retry-${id}`
}

/**
 * Makes an open generation's next step due, unless a worker has claimed it. `false`: it has ended,
 * or is claimed.
 */
export async function makeDue(transaction: Connection, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('generation')
    // One that awaits a webhook could only be given up earlier, which is not intended.
    .set({ next_step_at: sql<Date>`case when step = 'await' then next_step_at else now() end` })
    .where('id', '=', id)
    .where('step', 'is not', null)
    .where(sql<boolean>`(lease_until is null or lease_until < now())`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Locks the generation until the transaction ends. */
export function lockGeneration(
  transaction: Kysely<Tables>,
  id: string,
): Promise<GenerationRow | undefined> {
  return transaction
    .selectFrom('generation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * `from`: fetch the result of the provider's job, or submit again. `deadline` in ms from now.
 */
export type Retry = { id: string; newId: string; from: 'result' | 'start'; deadline: number }

/**
 * Inserts a free copy of a failed generation for its owner: without a price and an entry. For
 * `result` the provider's job moves from the failed one, because a job belongs to one generation.
 * The failed one must be locked. `null`: it was retried before, and nothing was written.
 */
export async function insertRetry(
  transaction: Kysely<Tables>,
  { id, newId, from, deadline }: Retry,
): Promise<GenerationRow | null> {
  const fetches = from === 'result'
  const earlier = await sql`
    select from generation as failed join generation as again using (account_id)
    where failed.id = ${id} and again.request_id = ${retryName(id)}`.execute(transaction)
  if (earlier.rows.length > 0) return null

  const job = await takeJob(transaction, id, fetches)
  const { rows } = await sql<GenerationRow>`
    with numbered as (
      update account set last_number = last_number + 1
      where id = (select account_id from generation where id = ${id}) returning last_number
    )
    insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested,
      is_public, is_sample, status, step, next_step_at, deadline, number, terms, parent_id, provider_job,
      submit_started_at, started_at, finished_at, created_at)
    select ${newId}, account_id, ${retryName(id)}, kind, generation_type, model, input, 0, requested,
      is_public, is_sample, ${fetches ? 'processing' : 'pending'}, ${fetches ? 'collect' : 'submit'}, now(),
      now() + ${deadline} * interval '1 ms', numbered.last_number, terms, failed.id, ${job}::jsonb,
      case when ${fetches} then submit_started_at end, case when ${fetches} then clock_timestamp() end,
      case when ${fetches} then clock_timestamp() end, clock_timestamp()
    from generation as failed, numbered where failed.id = ${id}
    returning *`.execute(transaction)
  await copyInputs(transaction, id, newId)
  return rows[0] ?? null
}

async function takeJob(
  transaction: Kysely<Tables>,
  id: string,
  wanted: boolean,
): Promise<string | null> {
  if (!wanted) return null
  const { rows } = await sql<{ job: string }>`
    update generation as failed set provider_job = null
    from (select id, provider_job::text as job from generation where id = ${id}) as before
    where failed.id = before.id
    returning before.job`.execute(transaction)
  return rows[0]?.job ?? null
}

/** Copies the records of the input files; a file is deleted only when no record names it. */
async function copyInputs(transaction: Kysely<Tables>, id: string, newId: string): Promise<void> {
  await sql`
    insert into media (id, account_id, generation_id, role, position, storage_key, thumbnail_key, thumbnail_tried_at,
      content_type, bytes, sha256, width, height, duration_ms, fps)
    select gen_random_uuid(), account_id, ${newId}, role, position, storage_key, thumbnail_key, thumbnail_tried_at,
      content_type, bytes, sha256, width, height, duration_ms, fps
    from media where generation_id = ${id} and role = 'input' for key share`.execute(transaction)
}
