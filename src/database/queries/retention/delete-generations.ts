import { sql } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'
import type { Database } from '../../database.ts'
import type { GenerationRow } from '../../tables.ts'

export type Deletion = { accountId: string; kind: Kind; ids: string[] }

/** Those of these generations that are the account's, of this kind and not deleted. */
export function findDeletable(
  database: Database,
  { accountId, kind, ids }: Deletion,
): Promise<GenerationRow[]> {
  return database
    .selectFrom('generation')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Hides those of these generations that have ended; for `undoTime` ms they can be restored. Answers
 * which ones, and until when.
 */
export async function deleteEnded(
  database: Database,
  { accountId, kind, ids }: Deletion,
  undoTime: number,
): Promise<{ id: string; purge_at: Date }[]> {
  const { rows } = await sql<{ id: string; purge_at: Date }>`
    update generation set deleted_at = clock_timestamp(), updated_at = clock_timestamp(),
      purge_at = now() + ${undoTime} * interval '1 ms'
    where id = any(${ids}::uuid[]) and account_id = ${accountId} and kind = ${kind}
      and deleted_at is null and status in ('completed', 'partial', 'failed')
    returning id, purge_at`.execute(database)
  return rows
}

/**
 * Shows those of these generations again that are deleted and not purged. Answers which of them the
 * account has now, and which it had before.
 */
export async function restoreDeleted(
  database: Database,
  { accountId, ids }: Omit<Deletion, 'kind'>,
): Promise<{ id: string; was_there: boolean }[]> {
  const { rows } = await sql<{ id: string; was_there: boolean }>`
    with restored as (
      update generation set deleted_at = null, purge_at = null, updated_at = clock_timestamp()
      where id = any(${ids}::uuid[]) and account_id = ${accountId} and purge_at > now()
      returning id
    )
    select id, false as was_there from restored
    union all
    select id, true from generation where id = any(${ids}::uuid[]) and account_id = ${accountId} and deleted_at is null`.execute(
    database,
  )
  return rows
}
