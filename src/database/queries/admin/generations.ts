import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

type Connection = Kysely<Tables>

/** By what the operator looks for work: an id, a client's or the provider's request id, or the owner's e-mail address. */
export type Sought = { id?: string; requestId?: string; email?: string }

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

/** Generations, newest first, deleted ones too; without anything sought, the newest of all that are still open. */
export function searchGenerations(database: Connection, { id, requestId, email }: Sought, limit: number) {
  const all = database
    .selectFrom('generation')
    .innerJoin('account', 'account.id', 'generation.account_id')
    .select(shown)
    .limit(limit)
  if (email !== undefined) {
    return all.where(sql`lower(account.email)`, '=', email.toLowerCase()).orderBy('generation.number', 'desc').execute()
  }
  if (id !== undefined || requestId !== undefined) {
    const byRequest = sql<boolean>`generation.id in (
      select id from generation where request_id = ${requestId ?? null}
      union select id from generation where provider_job ->> 'requestId' = ${requestId ?? null})`
    return all
      .where((where) => where.or([byRequest, where('generation.id', '=', id ?? null)]))
      .orderBy('generation.created_at', 'desc')
      .execute()
  }
  return all.where('next_step_at', 'is not', null).orderBy('next_step_at').execute()
}

/** A generation with its owner and everything that was entered or noted for it. */
export async function findForOperator(database: Connection, id: string) {
  const row = await database.selectFrom('generation').selectAll().where('id', '=', id).executeTakeFirst()
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

/** The request id of an operator's retry: unique for the account, so that there is one of each generation. */
export function retryName(id: string): string {
  return `retry-${id}`
}

/** Makes an open generation's next step due, unless a worker holds it just now. `false`: it has ended, or is held. */
export async function makeDue(transaction: Connection, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('generation')
    .set({ next_step_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('step', 'is not', null)
    .where(sql<boolean>`(lease_until is null or lease_until < now())`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
