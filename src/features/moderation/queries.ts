import { type ColumnType, type Generated, sql } from 'kysely'
import { deleteMixes } from '#core/generations/queries/mixes.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { MediaRow } from '#core/media/tables.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'

/** The hash of a file that was removed for what it shows. */
type RemovedFileTable = {
  sha256: string
  /** Of the same file as it was stored with its mark, which has a row, too. */
  stored_sha256: ColumnType<string | null, string | null | undefined>
  created_at: Generated<Date>
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    removed_file: RemovedFileTable
  }
}

/**
 * Removes the result of a generation: its text, and every record of its files, also where they are
 * inputs of other generations. The cleanup deletes the files; their hashes are kept. Returns these,
 * and the accounts whose generations changed.
 */
export async function removeResult(
  transaction: Database,
  { id, account_id, note }: Pick<GenerationRow, 'id' | 'account_id'> & { note: string },
): Promise<{ accounts: string[]; hashes: string[] }> {
  const { rows: files } = await sql<Pick<MediaRow, 'storage_key' | 'sha256' | 'received_sha256'>>`
    select storage_key, sha256, received_sha256 from media
    where generation_id = ${id} and account_id = ${account_id} and role <> 'input'`.execute(
    onShardOf(transaction, account_id),
  )
  await onShardOf(transaction, account_id)
    .updateTable('generation')
    .set({
      removed_at: sql`clock_timestamp()`,
      removal_note: note,
      answer: null,
      transcript: null,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('account_id', '=', account_id)
    .execute()
  if (files.length === 0) return { accounts: [], hashes: [] }
  const stored = files.map(({ sha256 }) => ({ sha256, stored_sha256: null }))
  const received = files.flatMap(({ sha256: stored_sha256, received_sha256: sha256 }) =>
    sha256 === null ? [] : [{ sha256, stored_sha256 }],
  )
  const rows = [...new Map([...stored, ...received].map((row) => [row.sha256, row])).values()]
  const hashes = rows.map(({ sha256 }) => sha256)
  await transaction
    .insertInto('removed_file')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const removed = { keys: files.map(({ storage_key }) => storage_key), hashes }
  const accounts = await deleteRecords(transaction, removed)
  // A concurrent start that had locked the records may have committed copies.
  const late = await deleteRecords(transaction, removed)
  return { accounts: [...new Set([...accounts, ...late])], hashes }
}

/**
 * Also of copies that other accounts have as their own, and of the videos with a generated sound for
 * which one of these files was an input.
 */
async function deleteRecords(
  transaction: Database,
  { keys, hashes }: { keys: string[]; hashes: string[] },
): Promise<string[]> {
  const rows = await transaction
    .deleteFrom('media')
    .where((media) =>
      media.or([
        media('storage_key', 'in', keys),
        media.and([media('role', '=', 'input'), media('received_sha256', 'in', hashes)]),
      ]),
    )
    .returning(['account_id', 'generation_id'])
    .execute()
  await deleteMixes(
    transaction,
    rows.flatMap(({ generation_id: id }) => (id === null ? [] : [id])),
  )
  return rows.map(({ account_id }) => account_id)
}

/** Returns those of these hashes that removed files have. */
export async function findRemovedHashes(
  database: Database,
  hashes: readonly string[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await database
    .selectFrom('removed_file')
    .select('sha256')
    .where('sha256', 'in', hashes)
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** The SHA-256 of a removed file. `generation_id`: whose result it was, if the audit log says so. */
export type RemovedHash = { sha256: string; created_at: Date; generation_id: string | null }

/**
 * Returns the hashes of removed files that begin with `beginning`, as stored or as they came, newest
 * first; one for each file.
 */
export async function listRemovedHashes(
  database: Database,
  { beginning, limit }: { beginning: string; limit: number },
): Promise<RemovedHash[]> {
  const { rows } = await sql<RemovedHash>`
    with found as materialized (
      select sha256, created_at from removed_file as file
      where stored_sha256 is null and (starts_with(sha256, ${beginning})
        or exists (select from removed_file where stored_sha256 = file.sha256 and starts_with(sha256, ${beginning})))
      order by created_at desc, sha256 limit ${limit}
    ), removal as (
      select hash, (array_agg(generation_id order by id desc))[1] as generation_id
      from audit_entry cross join jsonb_array_elements_text(details -> 'hashes') as hash
      where act = 'generation.takedown' and details -> 'hashes' ?| array(select sha256 from found) group by hash
    )
    select sha256, created_at, generation_id from found left join removal on hash = sha256
    order by created_at desc, sha256`.execute(database)
  return rows
}

/** Forgets that a file was removed, by either of its hashes. `false`: it was not. */
export async function deleteRemovedHash(transaction: Database, sha256: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('removed_file')
    .where((where) => {
      const stored = where
        .selectFrom('removed_file')
        .select(sql<string>`coalesce(stored_sha256, sha256)`.as('stored'))
        .where('sha256', '=', sha256)
      return where.or([where('sha256', '=', stored), where('stored_sha256', '=', stored)])
    })
    .executeTakeFirst()
  return numDeletedRows > 0n
}
