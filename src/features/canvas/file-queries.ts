import { type Generated, type Insertable, type Selectable, sql } from 'kysely'
import { lockOpenAccount } from '#core/accounts/queries/accounts.ts'
import { claimFile } from '#core/media/queries/garbage.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    canvas_file: CanvasFileTable
  }
}

/** A file of pixels of an account, by its hash: however many of its documents name it. */
type CanvasFileTable = {
  account_id: string
  sha256: string
  storage_key: string
  content_type: 'image/png' | 'image/webp'
  bytes: number
  width: number
  height: number
  created_at: Generated<Date>
  /** When to see whether a version still names it; `null`: one does. */
  check_at: Date | null
}

export type CanvasFileRow = Selectable<CanvasFileTable>

export type WhichFile = { accountId: string; sha256: string }

/** Returns a file of the account. */
export function findFile(
  database: Database,
  { accountId, sha256 }: WhichFile,
): Promise<CanvasFileRow | undefined> {
  return onShardOf(database, accountId)
    .selectFrom('canvas_file')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** Keeps a file of the account for `time` ms more, if nothing names it. Returns it. */
export function renewFile(
  database: Database,
  { accountId, sha256 }: WhichFile,
  time: number,
): Promise<CanvasFileRow | undefined> {
  return onShardOf(database, accountId)
    .updateTable('canvas_file')
    .set({ check_at: sql<Date>`now() + ${time} * interval '1 ms'` })
    .where('account_id', '=', accountId)
    .where('sha256', '=', sha256)
    .returningAll()
    .executeTakeFirst()
}

/** Returns the bytes of an account's files. */
export async function usedBytes(database: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from canvas_file where account_id = ${accountId}`.execute(
    onShardOf(database, accountId),
  )
  return Number(rows[0]?.bytes ?? 0)
}

/**
 * Records a stored file, which leaves the list of files to delete in the same transaction. Under the
 * account's lock, so that concurrent calls never exceed `maxBytes` together: then returns the bytes
 * used. `known`: the account has the file already; `gone`: the account is deleted, or the cleanup has
 * taken the file.
 */
export function insertFile(
  database: Database,
  file: Omit<Insertable<CanvasFileTable>, 'check_at'>,
  { maxBytes, unnamedTime }: { maxBytes: number; unnamedTime: number },
): Promise<CanvasFileRow | 'known' | 'gone' | { used: number }> {
  const { account_id: accountId, sha256, bytes, storage_key } = file
  return database.transaction().execute(async (transaction) => {
    const own = onShardOf(transaction, accountId)
    if (!(await lockOpenAccount(own, accountId))) return 'gone'
    if (await renewFile(own, { accountId, sha256 }, unnamedTime)) return 'known'
    const used = await usedBytes(own, accountId)
    if (used + Number(bytes) > maxBytes) return { used }
    if (!(await claimFile(transaction, storage_key))) return 'gone'
    return own
      .insertInto('canvas_file')
      .values({ ...file, check_at: sql<Date>`now() + ${unnamedTime} * interval '1 ms'` })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Returns accounts with files that are due to be looked at. */
export async function findAccountsToCheck(database: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from canvas_file where check_at <= now() limit ${limit}`.execute(
    database,
  )
  return rows.map(({ account_id }) => account_id)
}

/**
 * Deletes the account's due files that no version names, which a trigger gives to the cleanup; the
 * others are not due any more. Under the account's lock: no save is in progress meanwhile.
 */
export function deleteUnnamed(database: Database, accountId: string): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    const own = onShardOf(transaction, accountId)
    await lockOpenAccount(own, accountId)
    await sql`
      delete from canvas_file where account_id = ${accountId} and check_at <= now() and not exists (
        select from canvas_version where canvas_version.account_id = ${accountId}
          and files @> array[canvas_file.sha256])`.execute(own)
    await sql`update canvas_file set check_at = null
      where account_id = ${accountId} and check_at <= now()`.execute(own)
  })
}
