import { sql } from 'kysely'
import type { Kind } from '#catalogue/kind.ts'
import type { Database } from '../database.ts'
import type { GenerationRow } from '../tables.ts'

/** The account's generation with this id, or nothing (also when it is somebody else's, or deleted). */
export function findGeneration(database: Database, accountId: string, id: string): Promise<GenerationRow | undefined> {
  return database
    .selectFrom('generation')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The account's generation that was started under this idempotency key, also a deleted one: it was paid for. */
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

/** One page of a history, newest first. */
export function listGenerations(
  database: Database,
  { accountId, kind, limit, offset }: { accountId: string; kind: Kind; limit: number; offset: number },
): Promise<GenerationRow[]> {
  return database
    .selectFrom('generation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Totals of a history: records, credits used after refunds, favourites. */
export async function readHistoryStats(database: Database, accountId: string, kind: Kind) {
  return database
    .selectFrom('generation')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`coalesce(sum(price - refunded), 0)::int`.as('creditsUsed'),
      sql<number>`(count(*) filter (where is_favorite))::int`.as('favorites'),
    ])
    .executeTakeFirstOrThrow()
}

/** Makes a generation public or private. */
export async function updateVisibility(database: Database, accountId: string, id: string, isPublic: boolean) {
  return database
    .updateTable('generation')
    .set({ is_public: isPublic, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Moves a record back by whole days, for sample data. */
export async function backdate(database: Database, id: string, days: number): Promise<void> {
  await database
    .updateTable('generation')
    .set({
      created_at: sql`created_at - ${days} * interval '1 day'`,
      started_at: sql`created_at - ${days} * interval '1 day' + interval '1 s'`,
      completed_at: sql`created_at - ${days} * interval '1 day' + interval '4 s'`,
    })
    .where('id', '=', id)
    .execute()
}
