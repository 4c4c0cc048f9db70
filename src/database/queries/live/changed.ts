import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { GenerationRow } from '../../tables.ts'

/**
 * An account's generations that changed at a moment (ms since 1970) or later, in the order of their
 * changes, at most `limit`.
 */
export async function findChangedSince(
  database: Database,
  accountId: string,
  { since, limit }: { since: number; limit: number },
): Promise<GenerationRow[]> {
  return database
    .selectFrom('generation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`updated_at >= to_timestamp(${since} / 1000.0)`)
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
