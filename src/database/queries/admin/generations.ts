import { type Kysely, sql } from 'kysely'
import { kinds } from '#catalogue/kinds.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { Tables } from '../../tables.ts'

type Connection = Kysely<Tables>

/**
 * By what the operator looks for work: an id, a client's or the provider's request id, or the
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
 * Generations, newest first, deleted ones too; without anything sought, the newest of all that are
 * still open.
 */
export function searchGenerations(database: Connection, sought: SearchFilter, limit: number) {
  return generationsSought(database, sought, limit).execute()
}

/**
 * The statement of it. It reads no more than it shows, however much there is (generations.test.ts).
 */
export function generationsSought(
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
 * Failed generations: `since` when, and with which code; `retryable`: only those that were not
 * retried and not deleted.
 */
export type FailedFilter = {
  since: Date
  codes?: readonly FailureCode[] | undefined
  retryable?: boolean
}

/** Generations that failed, newest first. */
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

/** Each kind is numbered in an index of its own. */
function isNewestOf(email: string, limit: number) {
  return sql<boolean>`generation.id in (
    select newest.id from account as owner cross join unnest(${[...kinds]}::text[]) as of_kind cross join lateral (
      select id from generation where account_id = owner.id and kind = of_kind order by number desc limit ${limit}
    ) as newest
    where lower(owner.email) = ${email.toLowerCase()})`
}

/**
 * Each name by an index there is. A client's request id is unique for its account alone: several
 * may have the same.
 */
function isNamed({ id = null, requestId = null }: { id?: Name; requestId?: Name }, limit: number) {
  return sql<boolean>`generation.id in (
    select ${id}::uuid
    union all select job.id from generation as job
      where job.provider_job ->> 'requestId' = ${requestId} and job.provider_job is not null
    union all (select asked.id from generation as asked where asked.request_id = ${requestId}
      order by asked.account_id limit ${limit}))`
}

/** A generation with its owner and everything that was entered or noted for it. */
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
 * The request id of an operator's retry: unique for the account, so that there is one of each
 * generation.
 */
export function retryName(id: string): string {
  return `retry-${id}`
}

/**
 * Makes an open generation's next step due, unless a worker holds it just now. `false`: it has
 * ended, or is held.
 */
export async function makeDue(transaction: Connection, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('generation')
    // One that waits for a webhook can only be given up sooner, which is not what is asked for.
    .set({ next_step_at: sql<Date>`case when step = 'await' then next_step_at else now() end` })
    .where('id', '=', id)
    .where('step', 'is not', null)
    .where(sql<boolean>`(lease_until is null or lease_until < now())`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
