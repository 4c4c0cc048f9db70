import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { GenerationRow } from '../tables.ts'
import { spentAfterRefund } from './life/spending.ts'

/**
 * The account's generation with this id, or nothing (also when it is somebody else's, or deleted).
 */
export function findGeneration(
  database: Database,
  accountId: string,
  id: string,
): Promise<GenerationRow | undefined> {
  return database
    .selectFrom('generation')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The account's generation that was started under this idempotency key, also a deleted one: it was
 * paid for.
 */
export function findByRequestId(database: Database, accountId: string, requestId: string) {
  return database
    .selectFrom('generation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
}

/** Several generations at once, of any account, deleted ones included; the caller groups them. */
export function findGenerations(database: Database, ids: string[]): Promise<GenerationRow[]> {
  return database.selectFrom('generation').selectAll().where('id', 'in', ids).execute()
}

/** Makes a generation public or private. */
export async function updateVisibility(
  database: Database,
  accountId: string,
  id: string,
  isPublic: boolean,
) {
  return database
    .updateTable('generation')
    .set({ is_public: isPublic, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Moves a record back by whole days, for sample data: what it cost was not spent today. */
export async function backdate(database: Database, id: string, days: number): Promise<void> {
  const before = sql`generation.created_at - ${days} * interval '1 day'`
  await sql`
    with moved as (
      select id, account_id, created_at, price - refunded as cost from generation where id = ${id}
    ), unspent as (
      update account set spent = ${spentAfterRefund(sql`moved.cost`, sql`moved.created_at`)} from moved
      where account.id = moved.account_id and ${days} > 0
    )
    update generation set created_at = ${before}, started_at = ${before} + interval '1 s',
      completed_at = ${before} + interval '4 s'
    from moved where generation.id = moved.id`.execute(database)
}
