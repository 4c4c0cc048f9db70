import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { relaxed } from '../../relaxed.ts'

/**
 * Writes down that a file is about to be written, before it is: should its record never come, it is
 * swept after `time` ms. Waits for a sweep that is just deleting an older file of that name.
 */
export async function announceFile(
  database: Database,
  storageKey: string,
  time: number,
): Promise<void> {
  await sql`
    insert into storage_garbage (storage_key, not_before)
    select ${storageKey}, now() + ${time} * interval '1 ms' from ${relaxed}
    on conflict (storage_key) do update set not_before = excluded.not_before`.execute(database)
}

/** The records of these announced files will never come: they may be swept now. */
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
  /** The pause before a file that could not be deleted is tried again, in ms. */
  retryTime: number
  /** Deletes the file; `false`: it could not. */
  remove(storageKey: string): Promise<boolean>
}

/**
 * Deletes up to `limit` files that have no record, each before its row. The rows stay locked
 * meanwhile, so nobody announces the same name; a name that any media row still has is only taken
 * off the list. Answers how many rows it dealt with.
 */
export async function sweepGarbage(
  database: Database,
  { limit, retryTime, remove }: Sweep,
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('storage_garbage')
      .select('storage_key')
      .where('not_before', '<=', sql<Date>`now()`)
      .orderBy('not_before')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    const keys = due.map((row) => row.storage_key)
    const used = await findUsed(transaction, keys)
    const settled = await Promise.all(keys.map(async (key) => used.has(key) || (await remove(key))))
    const done = keys.filter((_key, index) => settled[index])
    const left = keys.filter((_key, index) => !settled[index])
    if (done.length > 0)
      await transaction.deleteFrom('storage_garbage').where('storage_key', 'in', done).execute()
    if (left.length > 0) await postpone(transaction, left, retryTime)
    return keys.length
  })
}

/**
 * In a statement of its own after the lock: it sees every record that was there when the rows were
 * locked.
 */
async function findUsed(database: Database, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from media where storage_key = any(${keys})
    union select thumbnail_key from media where thumbnail_key = any(${keys})`.execute(database)
  return new Set(rows.map(({ key }) => key))
}

async function postpone(database: Database, keys: string[], retryTime: number): Promise<void> {
  await database
    .updateTable('storage_garbage')
    .set({ not_before: sql`now() + ${retryTime} * interval '1 ms'` })
    .where('storage_key', 'in', keys)
    .execute()
}

/**
 * Deletes the records of uploads older than `time` ms that no generation uses; their files follow
 * in the sweep.
 */
export async function deleteUnusedUploads(
  database: Database,
  { time, limit }: { time: number; limit: number },
) {
  const result = await sql`
    delete from media where id in (
      select id from media
      where generation_id is null and role = 'input' and created_at < now() - ${time} * interval '1 ms'
      order by created_at limit ${limit} for update skip locked
    )`.execute(database)
  return Number(result.numAffectedRows ?? 0)
}
