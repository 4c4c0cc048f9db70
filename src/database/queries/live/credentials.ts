import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/**
 * Which of these hashes of session tokens and API keys still let somebody in, as hexadecimal text.
 */
export async function findLiveCredentials(
  database: Database,
  hashes: { sessions: Buffer[]; apiKeys: Buffer[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select encode(token_hash, 'hex') as hash from session
    where token_hash = any(${hashes.sessions}::bytea[]) and expires_at > now()
    union all
    select encode(key_hash, 'hex') from api_key
    where key_hash = any(${hashes.apiKeys}::bytea[]) and revoked_at is null`.execute(database)
  return new Set(rows.map(({ hash }) => hash))
}
