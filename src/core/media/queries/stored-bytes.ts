import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'

/** The bytes of all files that an account's records name; a file of several records counts in each. */
export function storedBytes(accountId: string): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(bytes), 0) from media where account_id = ${accountId})`
}

/** Returns the bytes of an account's files. */
export async function readStoredBytes(database: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ${storedBytes(accountId)}::bigint as bytes`.execute(onShardOf(database, accountId))
  return Number(rows[0]?.bytes ?? 0)
}
