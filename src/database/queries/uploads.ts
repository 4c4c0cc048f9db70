import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { MediaRow, NewMedia, PendingUploadRow } from '../tables.ts'

/** What an upload's record holds beside what every upload has in common. */
export type NewUpload = Omit<NewMedia, 'generation_id' | 'role' | 'position' | 'thumbnail_key'>

const upload = { generation_id: null, role: 'input', position: 0, thumbnail_key: null } as const

export function insertUpload(database: Database, media: NewUpload): Promise<MediaRow> {
  return database
    .insertInto('media')
    .values({ ...media, ...upload })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * How much of what this account uploaded lies unused, in bytes; a file counts as `least` at least.
 * What was promised by a signed address counts with what it announced.
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
    )::bigint as bytes`.execute(database)
  return rows[0]?.bytes ?? 0
}

/** Promises a place for a file. `seconds`: how long one may be put there. */
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

/** The place that this token opens now, and whose it is. */
export function findOpenPending(database: Database, id: string, tokenHash: Buffer) {
  return database
    .selectFrom('pending_upload')
    .selectAll()
    .where('id', '=', id)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Is the account suspended that was promised this place? */
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

/** The account's own file that nobody has judged yet. */
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

/** What really came through our own endpoint, in bytes. */
export async function savePendingBytes(
  database: Database,
  id: string,
  bytes: number,
): Promise<void> {
  await database.updateTable('pending_upload').set({ bytes }).where('id', '=', id).execute()
}

/** It was judged and is not taken; it counts until its file is certainly gone. */
export async function rejectPending(database: Database, id: string): Promise<void> {
  await database
    .updateTable('pending_upload')
    .set({ is_refused: true })
    .where('id', '=', id)
    .execute()
}

/** Turns a promise into an upload of the same id, once. `undefined`: somebody was quicker. */
export function recordPending(database: Database, media: NewUpload): Promise<MediaRow | undefined> {
  return database.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom('pending_upload')
      .where('id', '=', media.id)
      .returning('id')
      .executeTakeFirst()
    return gone && insertUpload(transaction, media)
  })
}

/** Forgets promises older than `time` ms; their files are swept by then. */
export async function deleteOldPending(database: Database, time: number): Promise<void> {
  await sql`delete from pending_upload where created_at < now() - ${time} * interval '1 ms'`.execute(
    database,
  )
}
