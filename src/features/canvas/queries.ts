import { type Generated, type JSONColumnType, type Selectable, sql } from 'kysely'
import { lockOpenAccount } from '#core/accounts/queries/accounts.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { WithDefault } from '#platform/database/tables.ts'
import type { CanvasContent } from './contract.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    canvas_document: CanvasDocumentTable
    canvas_version: CanvasVersionTable
  }
}

/** A document of the canvas. Its layers are in the version that it names, which is always kept. */
type CanvasDocumentTable = {
  id: string
  account_id: string
  name: string
  width: number
  height: number
  version: number
  /** Of the JSON of its layers. */
  bytes: number
  /** The hash of a file. */
  thumbnail: WithDefault<string | null>
  created_at: Generated<Date>
  updated_at: WithDefault<Date>
}

export type CanvasRow = Selectable<CanvasDocumentTable>

type CanvasVersionTable = {
  account_id: string
  document_id: string
  version: number
  width: number
  height: number
  document: JSONColumnType<CanvasContent>
  bytes: number
  /** The hashes of all files that it names, its thumbnail's, too. */
  files: string[]
  created_at: Generated<Date>
}

export type CanvasVersionRow = Selectable<CanvasVersionTable>

export type WhichCanvas = { accountId: string; id: string }

/** What is saved. `document`: JSON; `files`: the hashes that it and the thumbnail name. */
export type NewVersion = {
  width: number
  height: number
  document: string
  bytes: number
  files: string[]
}

type Missing = { missing: string }

/**
 * Inserts a document with its first version, unless the account has `most`, also with concurrent
 * calls: `full`, also for a deleted account; or lacks a file of it.
 */
export function insertCanvas(
  database: Database,
  canvas: Pick<CanvasRow, 'id' | 'account_id' | 'name' | 'thumbnail'>,
  content: NewVersion,
  most: number,
): Promise<CanvasRow | Missing | 'full'> {
  const { account_id } = canvas
  return database.transaction().execute(async (transaction) => {
    const own = onShardOf(transaction, account_id)
    if (!(await lockOpenAccount(own, account_id))) return 'full'
    const { count } = await own
      .selectFrom('canvas_document')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('account_id', '=', account_id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= most) return 'full'
    const missing = await findMissing(own, account_id, content.files)
    if (missing !== undefined) return { missing }
    const { files, document, ...measures } = content
    const row = await own
      .insertInto('canvas_document')
      .values({ ...canvas, ...measures, version: 1 })
      .returningAll()
      .executeTakeFirstOrThrow()
    await own
      .insertInto('canvas_version')
      .values({ ...content, account_id, document_id: canvas.id, version: 1 })
      .execute()
    return row
  })
}

/** The first of these hashes of which the account has no file. */
async function findMissing(own: Database, accountId: string, files: readonly string[]) {
  if (files.length === 0) return undefined
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from canvas_file where account_id = ${accountId} and sha256 = any(${files})`.execute(
    own,
  )
  const known = new Set(rows.map(({ sha256 }) => sha256))
  return files.find((file) => !known.has(file))
}

export type Save = {
  baseVersion: number
  name: string | null
  thumbnail: string | null
  content: NewVersion
  /** So many versions are kept. */
  kept: number
  /** How long files stay that no version names any more, in ms. */
  unnamedTime: number
}

/**
 * Writes the version after `baseVersion`, if that is the saved one, and deletes versions beyond those
 * kept. Returns the row as it is now and whether it was saved: `false`, another version is there.
 * `undefined`: there is no such document. All saves of an account wait for one another, and for the
 * cleanup of its files, so that none names a file that is deleted meanwhile.
 */
export function saveCanvas(
  database: Database,
  which: WhichCanvas,
  save: Save,
): Promise<{ isSaved: boolean; row: CanvasRow } | Missing | undefined> {
  return database.transaction().execute(async (transaction) => {
    const own = onShardOf(transaction, which.accountId)
    if (!(await lockOpenAccount(own, which.accountId))) return undefined
    const missing = await findMissing(own, which.accountId, save.content.files)
    const current = await findCanvas(own, which)
    if (!current) return undefined
    if (current.version !== save.baseVersion) return { isSaved: false, row: current }
    if (missing !== undefined) return { missing }
    const row = await writeVersion(own, which, save)
    return row && { isSaved: true, row }
  })
}

async function writeVersion(
  own: Database,
  { accountId, id }: WhichCanvas,
  { baseVersion, name, thumbnail, content, kept, unnamedTime }: Save,
): Promise<CanvasRow | undefined> {
  const { width, height, document, bytes, files } = content
  const { rows } = await sql<CanvasRow>`
    with saved as (
      update canvas_document set version = version + 1, width = ${width}, height = ${height}, bytes = ${bytes},
        name = coalesce(${name}::text, name), thumbnail = coalesce(${thumbnail}::text, thumbnail),
        updated_at = clock_timestamp()
      where account_id = ${accountId} and id = ${id} and version = ${baseVersion}
      returning *
    ), added as (
      insert into canvas_version (account_id, document_id, version, width, height, document, bytes, files, created_at)
      select account_id, id, version, width, height, ${document}::jsonb, bytes,
        array_remove(${files}::text[] || thumbnail, null), updated_at from saved
    ), old as (
      delete from canvas_version using saved where canvas_version.account_id = ${accountId}
        and document_id = saved.id and canvas_version.version <= saved.version - ${kept}::int
      returning files
    ), unnamed as (
      update canvas_file set check_at = now() + ${unnamedTime} * interval '1 ms' from old
      where canvas_file.account_id = ${accountId} and sha256 = any(old.files) and check_at is null
    )
    select * from saved`.execute(own)
  return rows[0]
}

/** Returns an account's documents, the last saved first. `after`: only those behind this one. */
export async function listCanvases(
  database: Database,
  { accountId, after = null, limit }: { accountId: string; after?: string | null; limit: number },
): Promise<CanvasRow[]> {
  const { rows } = await sql<CanvasRow>`
    select * from canvas_document where account_id = ${accountId} and (${after}::uuid is null
      or (updated_at, id) < (select updated_at, id from canvas_document as last
        where last.account_id = ${accountId} and last.id = ${after}::uuid))
    order by updated_at desc, id desc limit ${limit}`.execute(onShardOf(database, accountId))
  return rows
}

/** Returns a document of the account, without its layers. */
export function findCanvas(
  database: Database,
  { accountId, id }: WhichCanvas,
): Promise<CanvasRow | undefined> {
  return onShardOf(database, accountId)
    .selectFrom('canvas_document')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns a document of the account with its layers, as one statement reads them. */
export function findContent(
  database: Database,
  { accountId, id }: WhichCanvas,
): Promise<(CanvasRow & Pick<CanvasVersionRow, 'document'>) | undefined> {
  return onShardOf(database, accountId)
    .selectFrom('canvas_document')
    .innerJoin('canvas_version', (join) =>
      join
        .onRef('canvas_version.document_id', '=', 'canvas_document.id')
        .onRef('canvas_version.account_id', '=', 'canvas_document.account_id')
        .onRef('canvas_version.version', '=', 'canvas_document.version'),
    )
    .selectAll('canvas_document')
    .select('canvas_version.document')
    .where('canvas_document.account_id', '=', accountId)
    .where('canvas_version.account_id', '=', accountId)
    .where('canvas_document.id', '=', id)
    .executeTakeFirst()
}

/** Returns the kept versions of a document without their layers, the newest first. */
export function listVersions(database: Database, { accountId, id }: WhichCanvas) {
  return onShardOf(database, accountId)
    .selectFrom('canvas_version')
    .select(['version', 'width', 'height', 'bytes', 'created_at'])
    .where('account_id', '=', accountId)
    .where('document_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
}

/** Returns a kept version of a document. */
export function findVersion(
  database: Database,
  { accountId, id }: WhichCanvas,
  version: number,
): Promise<CanvasVersionRow | undefined> {
  return onShardOf(database, accountId)
    .selectFrom('canvas_version')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('document_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
}

/**
 * Deletes a document with its versions; its files are due to be looked at, those sent within a day
 * later. `false`: the account has no such document.
 */
export function deleteCanvas(database: Database, { accountId, id }: WhichCanvas): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const own = onShardOf(transaction, accountId)
    await lockOpenAccount(own, accountId)
    const { rows } = await sql`
      with gone as (
        delete from canvas_document where account_id = ${accountId} and id = ${id} returning id
      ), versions as (
        delete from canvas_version using gone where canvas_version.account_id = ${accountId}
          and document_id = gone.id returning files
      ), unnamed as (
        update canvas_file set check_at = now() from versions
        where canvas_file.account_id = ${accountId} and sha256 = any(versions.files) and check_at is null
      )
      select id from gone`.execute(own)
    return rows.length > 0
  })
}
