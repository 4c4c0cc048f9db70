import { sql } from 'kysely'
import type { Kind } from '#catalogue/kind.ts'
import type { Database } from '../../database.ts'
import type { GenerationRow } from '../../tables.ts'

export type Deletion = { accountId: string; kind: Kind; ids: string[] }

/** Those of these generations that are the account's, of this kind and not deleted. */
export function findDeletable(database: Database, { accountId, kind, ids }: Deletion): Promise<GenerationRow[]> {
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
 * Deletes those of these generations that have ended, and the records of their files, in one statement; the files follow
 * in the sweep. The row stays for the ledger. Answers the ids it deleted.
 */
export async function deleteEnded(database: Database, { accountId, kind, ids }: Deletion): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (
      update generation set deleted_at = clock_timestamp(), updated_at = clock_timestamp()
      where id = any(${ids}::uuid[]) and account_id = ${accountId} and kind = ${kind}
        and deleted_at is null and status in ('completed', 'partial', 'failed')
      returning id
    ), files as (
      delete from media using gone where media.generation_id = gone.id
    )
    select id from gone`.execute(database)
  return rows.map(({ id }) => id)
}
