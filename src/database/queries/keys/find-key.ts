import { type Kysely, sql } from 'kysely'
import { relaxed } from '../../relaxed.ts'
import type { AccountRow, ApiKeyRow, Tables } from '../../tables.ts'

/** The account of a key that works, and the key. */
export type KeyHolder = { account: AccountRow; key: Pick<ApiKeyRow, 'id' | 'scopes'> }

/** Who holds the key with this hash; revoked ones are nobody's. That it was used is written down once a minute at most. */
export async function findKeyHolder(database: Kysely<Tables>, keyHash: Buffer): Promise<KeyHolder | undefined> {
  const found = await database
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .select(['api_key.id as key_id', 'api_key.scopes as key_scopes'])
    .select(sql<boolean>`coalesce(api_key.last_used_at < now() - interval '1 minute', true)`.as('is_stale'))
    .where('api_key.key_hash', '=', keyHash)
    .where('api_key.revoked_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined

  const { key_id: id, key_scopes: scopes, is_stale: isStale, ...account } = found
  if (isStale) await markUsed(database, id)
  return { account, key: { id, scopes } }
}

/** Of those who use it at the same moment one writes. */
async function markUsed(database: Kysely<Tables>, id: string): Promise<void> {
  await database
    .updateTable('api_key')
    .from(relaxed)
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute()
}
