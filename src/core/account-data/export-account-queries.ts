import { sql } from 'kysely'
import type { ApiKeyRow } from '#core/accounts/tables.ts'
import type { CreditEntryRow } from '#core/credits/tables.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { MediaRow } from '#core/media/tables.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'

/** The position of a page: after this number or id. */
type After = { accountId: string; after: number; limit: number }

/** Returns the account's generations of a kind that are not deleted, oldest first. */
export function listGenerations(
  database: Database,
  { accountId, kind, after, limit }: After & { kind: Kind },
): Promise<GenerationRow[]> {
  return database
    .selectFrom('generation_with_job')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('number', '>', after)
    .where('deleted_at', 'is', null)
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** Returns the files of these generations, inputs and results. */
export function listFilesOf(
  database: Database,
  accountId: string,
  generationIds: string[],
): Promise<MediaRow[]> {
  return database
    .selectFrom('media')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('generation_id', '=', sql<string>`any(${generationIds}::uuid[])`)
    .orderBy('generation_id')
    .orderBy('role', 'desc')
    .orderBy('position')
    .execute()
}

/**
 * Returns the first record of each file among these: copies of an input share one file.
 */
export async function findFirstOfTheirFile(
  database: Database,
  accountId: string,
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from media where id = any(${ids}::uuid[]) and account_id = ${accountId} and not exists (
      select from media earlier left join generation on generation.id = earlier.generation_id
      where earlier.storage_key = media.storage_key and earlier.account_id = media.account_id
        and earlier.id < media.id and generation.deleted_at is null)`.execute(
    onShardOf(database, accountId),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns the number of the account's files, each counted once, and their total bytes. */
export async function measureFiles(
  database: Database,
  accountId: string,
): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::integer as files, coalesce(sum(bytes), 0)::bigint as bytes from (
      select storage_key, bytes from media where account_id = ${accountId} and generation_id is null
      union
      select storage_key, bytes from media join generation on generation.id = media.generation_id
      where generation.account_id = ${accountId} and generation.deleted_at is null
    ) as file`.execute(onShardOf(database, accountId))
  return rows[0] ?? { files: 0, bytes: 0 }
}

/** Returns the account's uploads that no generation uses. */
export function listUploads(database: Database, accountId: string): Promise<MediaRow[]> {
  return database
    .selectFrom('media')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('generation_id', 'is', null)
    .orderBy('id')
    .execute()
}

/** Returns the account's ledger, oldest first. */
export function listEntries(
  database: Database,
  { accountId, after, limit }: After,
): Promise<CreditEntryRow[]> {
  return database
    .selectFrom('credit_entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** Returns its keys, revoked ones too. */
export function listAllKeys(database: Database, accountId: string): Promise<ApiKeyRow[]> {
  return database
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

/** An identity at an identity provider that signs in to an account. */
export type AccountIdentity = { issuer: string; subject: string }

/** Returns the identities that sign in to the account, linked ones too. */
export async function listIdentities(
  database: Database,
  accountId: string,
): Promise<AccountIdentity[]> {
  const { rows } = await sql<AccountIdentity>`
    select split_part(name, ' ', 2) as issuer, substr(name, length(split_part(name, ' ', 2)) + 11) as subject
    from account_name where account_id = ${accountId} and name like 'identity %' order by name`.execute(
    database,
  )
  return rows
}
