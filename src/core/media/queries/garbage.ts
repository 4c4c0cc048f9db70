import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { batched } from '#platform/database/batched.ts'
import type { Database } from '#platform/database/database.ts'
import { isDistributed } from '#platform/database/distributed/accounts-shard.ts'
import { eachAccount } from '#platform/database/distributed/each-account.ts'
import { relaxed } from '#platform/database/relaxed.ts'

/** A file that is to be deleted after `time` ms unless it has a record by then. */
type Listed = { storageKey: string; time: number }

/**
 * Lists a file before it is written: if its record never comes, it is deleted after `time` ms.
 * Waits for a cleanup that is deleting an older file of that name.
 */
export function listFileForDeletion(
  database: Database,
  storageKey: string,
  time: number,
): Promise<void> {
  return listTogether(database, { storageKey, time })
}

/** A result and its thumbnail, and those of other results that come at the same time. */
const listTogether = batched<Listed>(async (database, files) => {
  // No name twice, and always in the same order: two of these must not wait for one another.
  const times = new Map(files.map(({ storageKey, time }) => [storageKey, time]))
  const keys = [...times.keys()].toSorted()
  const rows = keys.map((key) => ({ key, hash: hashOf(key), time: times.get(key) ?? 0 }))
  const columns = rows.map(
    ({ key, hash, time }) => sql`(${key}, ${hash}::uuid, now() + ${time} * interval '1 ms')`,
  )
  const given = isDistributed(database)
    ? sql`values ${sql.join(columns)}`
    : sql`select key, hash, now() + time * interval '1 ms'
        from unnest(${keys}::text[], ${rows.map(({ hash }) => hash)}::uuid[], ${rows.map(({ time }) => time)}::float[])
          as given(key, hash, time), ${relaxed}`
  await sql`
    insert into storage_garbage (storage_key, account_id, not_before) ${given}
    on conflict (storage_key, account_id) do update set not_before = excluded.not_before`.execute(
    database,
  )
})

/** Spreads files without a record over the shards, as if each had an account of its own. */
function hashOf(storageKey: string): string {
  return createHash('md5').update(storageKey).digest('hex')
}

/**
 * Takes a listed file off the list because a record of a feature names it: runs in the transaction
 * that writes the record. `false`: it is not listed any more, and may be deleted.
 */
export async function claimFile(transaction: Database, storageKey: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('storage_garbage')
    .where('storage_key', '=', storageKey)
    .where('account_id', '=', sql<string>`${hashOf(storageKey)}::uuid`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The records of these listed files will never come: they may be deleted now. */
export async function discardFiles(database: Database, storageKeys: string[]): Promise<void> {
  if (storageKeys.length === 0) return
  await database
    .updateTable('storage_garbage')
    .set({ not_before: sql`now()` })
    .where('storage_key', 'in', storageKeys)
    .execute()
}

export type Sweep = {
  limit: number
  /** The pause before deleting a file is retried, in ms. */
  retryTime: number
  /** Deletes the file; `false`: that failed. */
  remove(storageKey: string): Promise<boolean>
}

/**
 * Deletes up to `limit` files that have no record, each before its row. The rows stay locked
 * meanwhile, so the same name cannot be listed again; a name with a media row is only removed from
 * the list. Returns how many rows it processed.
 */
export async function deleteGarbage(
  database: Database,
  { limit, retryTime, remove }: Sweep,
): Promise<number> {
  const isDue = sql`not_before <= now()`
  const processed = await eachAccount(
    database,
    sql`select account_id from storage_garbage where ${isDue} order by not_before limit ${limit}`,
    (_own, of) =>
      sweep(database, { limit, retryTime, remove }, sql`${of(sql`account_id`)} and ${isDue}`),
  )
  return processed.reduce((sum, count) => sum + count, 0)
}

function sweep(
  database: Database,
  { limit, retryTime, remove }: Sweep,
  isDue: RawBuilder<unknown>,
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const { rows: due } = await sql<{ storage_key: string; account_id: string }>`
      select storage_key, account_id from storage_garbage where ${isDue}
      order by not_before limit ${limit} for update skip locked`.execute(transaction)
    const keys = [...new Set(due.map((row) => row.storage_key))]
    const used = await findUsed(transaction, keys)
    const settled = await Promise.all(keys.map(async (key) => used.has(key) || (await remove(key))))
    const done = keys.filter((_key, index) => settled[index])
    const left = keys.filter((_key, index) => !settled[index])
    const isOneOf = (some: string[]) => sql`storage_key = any(${some})
      and account_id = any(${due.map((row) => row.account_id)}::uuid[])`
    await sql`delete from storage_garbage where ${isDue} and ${isOneOf(done)}`.execute(transaction)
    await sql`update storage_garbage set not_before = now() + ${retryTime} * interval '1 ms'
      where ${isDue} and ${isOneOf(left)}`.execute(transaction)
    return due.length
  })
}

/**
 * In a statement of its own after the lock, so that it sees every record committed before the rows
 * were locked.
 */
async function findUsed(database: Database, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from media where storage_key = any(${keys})
    union select thumbnail_key from media where thumbnail_key = any(${keys})`.execute(database)
  return new Set(rows.map(({ key }) => key))
}
