import { sql } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'
import type { Database } from '../database.ts'
import type { GenerationRow } from '../tables.ts'

/**
 * Marks the account's generation of this kind, or takes the mark off, and writes its tags if there
 * are any given.
 */
export function updateFavorite(
  database: Database,
  {
    accountId,
    kind,
    id,
    isFavorite,
    tags,
  }: { accountId: string; kind: Kind; id: string; isFavorite: boolean; tags: string[] | undefined },
): Promise<GenerationRow | undefined> {
  return database
    .updateTable('generation')
    .set({ is_favorite: isFavorite, ...(tags && { tags }), updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
