import { type Kysely, sql } from 'kysely'
import { kinds } from '#core/models/rules/kinds.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { FailureCode } from '../rules/failure.ts'
import type { GenerationRow } from '../tables.ts'
import { partsOf, type StartingPart } from './start-additions.ts'

type Connection = Kysely<Tables>

/** The names of a generation: its id, and a client's or the provider's request id. */
type Name = string | null | undefined
export type Names = { id?: Name; requestId?: Name }

/** What an operator searches generations by: their names, or the owner's e-mail address. */
export type SearchFilter = Names & { email?: string }

const shown = [
  'found.id',
  'found.account_id',
  'found.kind',
  'found.model',
  'found.status',
  'found.price',
  'found.refunded',
  'found.step',
  'found.error_code',
  'found.created_at',
  'found.completed_at',
  'account.email',
] as const

/**
 * Returns generations, newest first, deleted ones too; without a filter, the newest open ones.
 */
export async function searchGenerations(
  database: Connection,
  { email, ...names }: SearchFilter,
  limit: number,
) {
  if (email === undefined) return generationsNamed(database, names, limit).execute()
  const owner = await database
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .executeTakeFirst()
  return owner ? newestGenerations(database, owner.id, limit).execute() : []
}

/** The statement for names, or none. It reads no more rows than it returns (admin-generations.test.ts). */
export function generationsNamed(database: Connection, { id, requestId }: Names, limit: number) {
  const all = withOwner(database).limit(limit)
  if (id !== undefined || requestId !== undefined) {
    return all.where(isNamed({ id, requestId }, limit)).orderBy('found.created_at', 'desc')
  }
  return all
    .where(
      sql<boolean>`found.id in (select generation_id from job order by next_step_at limit ${limit})`,
    )
    .orderBy('next_step_at')
}

/** The statement for an account; each kind is numbered by an index of its own. */
export function newestGenerations(database: Connection, accountId: string, limit: number) {
  return withOwner(onShardOf(database, accountId))
    .where('found.account_id', '=', accountId)
    .where(
      sql<boolean>`found.id in (select newest.id from unnest(${[...kinds]}::text[]) as of_kind
        cross join lateral (
          select id from generation where account_id = ${accountId} and kind = of_kind
          order by number desc limit ${limit}
        ) as newest)`,
    )
    .orderBy('found.number', 'desc')
    .limit(limit)
}

/** Generations with their owners, also deleted ones. */
export function withOwner(database: Connection) {
  return database
    .selectFrom('generation_with_job as found')
    .innerJoin('account', 'account.id', 'found.account_id')
    .select(shown)
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
  return withOwner(database)
    .where(
      sql<boolean>`found.id in (select failed.id from generation as failed
        where failed.status = 'failed' and failed.completed_at >= ${since}
          and (${codes ?? null}::text[] is null or failed.error_code = any(${codes ?? null}::text[]))
          ${retryable ? isRetryable : sql``}
        order by failed.completed_at desc, failed.id desc limit ${limit})`,
    )
    .orderBy('found.completed_at', 'desc')
    .orderBy('found.id', 'desc')
    .execute()
}

const isRetryable = sql`and failed.deleted_at is null and not exists (select from generation as again
  where again.account_id = failed.account_id and again.request_id = 'retry-' || failed.id)`

/**
 * Each name has an index. A client's request id is unique per account only: several generations may
 * have the same.
 */
function isNamed({ id = null, requestId = null }: Names, limit: number) {
  return sql<boolean>`found.id in (
    select ${id}::uuid
    union all select generation_id from provider_request where request_id = ${requestId}
    union all (select requested.id from generation as requested where requested.request_id = ${requestId}
      order by requested.account_id limit ${limit}))`
}

/** Returns a generation with its owner, ledger entries and alerts. */
export async function findForOperator(database: Connection, id: string) {
  const row = await database
    .selectFrom('generation_with_job')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const [owner, entries, alerts, retries, acts] = await Promise.all([
    database
      .selectFrom('account')
      .select(['email', 'deleted_at'])
      .where('id', '=', row.account_id)
      .executeTakeFirstOrThrow(),
    database
      .selectFrom('credit_entry')
      .select(['reason', 'credits', 'created_at', 'note'])
      .where('generation_id', '=', id)
      .where('account_id', '=', row.account_id)
      .orderBy('number')
      .execute(),
    database
      .selectFrom('alert')
      .select(['reason', 'note', 'created_at'])
      .where('generation_id', '=', id)
      .where('account_id', '=', row.account_id)
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
  return { row, owner, entries, alerts, retryId: retries[0]?.id ?? null, acts }
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
export async function makeDue(
  transaction: Kysely<Tables>,
  { id, account_id: accountId }: Pick<GenerationRow, 'id' | 'account_id'>,
): Promise<boolean> {
  const { numUpdatedRows } = await onShardOf(transaction, accountId)
    .updateTable('job')
    // One that awaits a webhook could only be given up earlier, which is not intended.
    .set({ next_step_at: sql<Date>`case when step = 'await' then next_step_at else now() end` })
    .where('generation_id', '=', id)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(lease_until is null or lease_until < now())`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Locks the generation until the transaction ends. */
export async function lockGeneration(
  transaction: Kysely<Tables>,
  id: string,
): Promise<GenerationRow | undefined> {
  const found = transaction.selectFrom('generation').select('account_id').where('id', '=', id)
  const owner = await found.executeTakeFirst()
  if (!owner) return undefined
  const { account_id: accountId } = owner
  await found.where('account_id', '=', accountId).forUpdate().execute()
  return transaction
    .selectFrom('generation_with_job')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/**
 * `from`: fetch the result of the provider's job, or submit again. `deadline` in ms from now.
 */
export type Retry = {
  failed: Pick<GenerationRow, 'id' | 'account_id'>
  newId: string
  from: 'result' | 'start'
  deadline: number
}

/**
 * Inserts a free copy of a failed generation for its owner: without a price and an entry. For
 * `result` the provider's job moves from the failed one, because a job belongs to one generation.
 * The failed one must be locked. Returns why nothing was written: it was retried before, or its
 * account is deleted.
 */
export async function insertRetry(
  transaction: Kysely<Tables>,
  { failed: { id, account_id: accountId }, newId, from, deadline }: Retry,
  parts: readonly StartingPart[],
): Promise<GenerationRow | 'already_retried' | 'not_found'> {
  const own = onShardOf(transaction, accountId)
  const fetches = from === 'result'
  const earlier = await sql`
    select from generation as failed join generation as again using (account_id)
    where failed.id = ${id} and again.request_id = ${retryName(id)}`.execute(own)
  if (earlier.rows.length > 0) return 'already_retried'
  // Locked before the rest is written: its deletion comes before or after all of it.
  const numbered = await sql<{ number: number }>`
    update account set last_number = last_number + 1
    where id = ${accountId} and deleted_at is null returning last_number as number`.execute(own)
  const [next] = numbered.rows
  if (!next) return 'not_found'

  await sql`
    with made as (
      insert into generation (id, account_id, request_id, kind, generation_type, model, model_version, input, price, requested,
        is_public, is_sample, number, terms, parent_id, created_at)
      select ${newId}, account_id, ${retryName(id)}, kind, generation_type, model, model_version, input, 0, requested,
        is_public, is_sample, ${next.number}, terms, failed.id, clock_timestamp()
      from generation as failed where failed.id = ${id}
      returning id, account_id, parent_id
    ), freed as (
      update generation set provider_job = null where id = ${id} and ${fetches}
    ), moved as (
      update provider_request set generation_id = ${newId} from generation as failed
      where provider_request.request_id = failed.provider_job ->> 'requestId'
        and provider = failed.provider_job ->> 'provider' and failed.id = ${id} and ${fetches}
    ) ${partsOf(parts, { hasInputs: false, parentId: id })}
    insert into job (generation_id, account_id, kind, status, step, next_step_at, deadline, provider_job,
      submit_started_at, started_at, finished_at)
    select ${newId}, account_id, kind, ${fetches ? 'processing' : 'pending'}, ${fetches ? 'collect' : 'submit'},
      now(), now() + ${deadline} * interval '1 ms', ${fetches ? sql`provider_job, ${now}, ${now}, ${now}` : nothing}
    from generation where id = ${id}`.execute(own)
  await copyInputs(own, id, newId)
  return transaction
    .selectFrom('generation_with_job')
    .selectAll()
    .where('id', '=', newId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

const now = sql`clock_timestamp()`
const nothing = sql`null::jsonb, null::timestamptz, null::timestamptz, null::timestamptz`

/** Copies the records of the input files; a file is deleted only when no record names it. */
async function copyInputs(transaction: Kysely<Tables>, id: string, newId: string): Promise<void> {
  await sql`
    insert into media (id, account_id, generation_id, role, position, storage_key, thumbnail_key, thumbnail_tried_at,
      content_type, bytes, sha256, width, height, duration_ms, fps)
    select gen_random_uuid(), account_id, ${newId}, role, position, storage_key, thumbnail_key, thumbnail_tried_at,
      content_type, bytes, sha256, width, height, duration_ms, fps
    from media where generation_id = ${id} and role = 'input' for key share`.execute(transaction)
}
