import { sql } from 'kysely'
import type { StoredToken } from '#core/accounts/queries/keys.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { deleteDue } from '#platform/database/distributed/each-account.ts'
import type { MediaRow, NewMedia, PendingUploadRow } from '../tables.ts'

/** The columns of an upload's record that differ between uploads. */
export type NewUpload = Omit<NewMedia, 'generation_id' | 'role' | 'position' | 'thumbnail_key'>

const upload = { generation_id: null, role: 'input', position: 0, thumbnail_key: null } as const

export function insertUpload(database: Database, media: NewUpload): Promise<MediaRow> {
  return onShardOf(database, media.account_id)
    .insertInto('media')
    .values({ ...media, ...upload })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Inserts an upload that is a copy of another account's file, and keeps the hash of that file.
 * `undefined`: that file is gone. Its record is locked, so that a removal of it and of all its copies finds
 * this one.
 */
export function insertCopy(
  database: Database,
  media: NewUpload,
  { id, account_id, sha256, received_sha256 }: MediaRow,
): Promise<MediaRow | undefined> {
  return database.transaction().execute(async (transaction) => {
    const source = await transaction
      .selectFrom('media')
      .select('id')
      .where('id', '=', id)
      .where('account_id', '=', account_id)
      .forKeyShare()
      .executeTakeFirst()
    const copy = { ...media, received_sha256: received_sha256 ?? sha256 }
    return source && insertUpload(transaction, copy)
  })
}

/**
 * Returns how many bytes of an account's uploads are unused; a file counts as `least` at least. A
 * presigned upload counts with its stated size.
 */
export async function unusedUploadBytes(
  database: Database,
  accountId: string,
  least: number,
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (
      coalesce((
        select sum(greatest(media.bytes, ${least}::bigint)) from media
        where account_id = ${accountId} and generation_id is null and role = 'input' and not exists (
          select from media used where used.storage_key = media.storage_key and used.generation_id is not null)
      ), 0) + coalesce((
        select sum(greatest(pending_upload.bytes, ${least}::bigint)) from pending_upload where account_id = ${accountId}
      ), 0)
    )::bigint as bytes`.execute(onShardOf(database, accountId))
  return rows[0]?.bytes ?? 0
}

/** Inserts a presigned upload, valid for `seconds`. */
export async function insertPending(
  database: Database,
  {
    seconds,
    ...row
  }: Pick<
    PendingUploadRow,
    'id' | 'account_id' | 'content_type' | 'bytes' | 'storage_key' | 'token_hash'
  > & {
    seconds: number
  },
): Promise<void> {
  await database
    .insertInto('pending_upload')
    .values({ ...row, expires_at: sql`now() + ${seconds} * interval '1 second'` })
    .execute()
}

/** Returns the presigned upload of this token, if still valid, with its account. */
export function findOpenPending(database: Database, id: string, { accountId, hash }: StoredToken) {
  return database
    .selectFrom('pending_upload')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Whether the account of this presigned upload is suspended. */
export async function isUploaderSuspended(
  database: Database,
  storageKey: string,
): Promise<boolean> {
  const found = await database
    .selectFrom('pending_upload')
    .innerJoin('account', 'account.id', 'pending_upload.account_id')
    .select('account.id')
    .where('pending_upload.storage_key', '=', storageKey)
    .where('account.suspended_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the account's own upload that was not validated yet. */
export function findPending(
  database: Database,
  id: string,
  accountId: string,
): Promise<PendingUploadRow | undefined> {
  return database
    .selectFrom('pending_upload')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('is_refused', '=', false)
    .executeTakeFirst()
}

/** Records the bytes received through our own endpoint. */
export async function savePendingBytes(
  database: Database,
  { id, account_id }: Pick<PendingUploadRow, 'id' | 'account_id'>,
  bytes: number,
): Promise<void> {
  await database
    .updateTable('pending_upload')
    .set({ bytes })
    .where('id', '=', id)
    .where('account_id', '=', account_id)
    .execute()
}

/** Marks it as rejected; it counts until its file is certainly deleted. */
export async function rejectPending(
  database: Database,
  { id, account_id }: Pick<PendingUploadRow, 'id' | 'account_id'>,
): Promise<void> {
  await database
    .updateTable('pending_upload')
    .set({ is_refused: true })
    .where('id', '=', id)
    .where('account_id', '=', account_id)
    .execute()
}

/** Turns a presigned upload into an upload of the same id, once. `undefined`: another call did. */
export function recordPending(database: Database, media: NewUpload): Promise<MediaRow | undefined> {
  return database.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom('pending_upload')
      .where('id', '=', media.id)
      .where('account_id', '=', media.account_id)
      .returning('id')
      .executeTakeFirst()
    return gone && insertUpload(transaction, media)
  })
}

/**
 * Deletes up to `limit` presigned uploads older than `time` ms, whose files are deleted by then;
 * returns how many.
 */
export function deleteOldPending(
  database: Database,
  { time, limit }: { time: number; limit: number },
): Promise<number> {
  const due = sql`created_at < now() - ${time} * interval '1 ms' order by created_at limit ${limit}`
  return deleteDue(database, 'pending_upload', due)
}

/**
 * Deletes the records of uploads older than `time` ms that no generation uses; the cleanup deletes
 * their files.
 */
export function deleteUnusedUploads(
  database: Database,
  { time, limit }: { time: number; limit: number },
) {
  const due = sql`generation_id is null and role = 'input'
    and created_at < now() - ${time} * interval '1 ms' order by created_at limit ${limit}`
  return deleteDue(database, 'media', due)
}
