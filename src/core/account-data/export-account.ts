import { listSessions } from '#core/accounts/queries/sessions.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { writeZip, type ZipFile } from '#core/media/write-zip.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import { NotStored } from '#platform/storage/storage.ts'
import {
  describeAccount,
  describeEntry,
  describeFile,
  describeGeneration,
  describeKey,
  describeSession,
  placeOf,
} from './describe-export.ts'
import {
  findFirstOfTheirFile,
  listAllKeys,
  listEntries,
  listFilesOf,
  listGenerations,
  listIdentities,
  listUploads,
  measureFiles,
} from './export-account-queries.ts'

/**
 * What features add to `account.json`: a member by its name, or an async iterable of pages of one that
 * is a long list. Without credentials.
 */
export type AccountExport = Readonly<
  Record<string, (database: Database, accountId: string) => Promise<unknown>>
>

/**
 * What features add to each generation: a member by its name, read for a page of generations, and then
 * for each of them.
 */
export type GenerationExport = Readonly<
  Record<
    string,
    (database: Database, accountId: string, ids: string[]) => Promise<(id: string) => unknown>
  >
>

declare module '#core/parts.ts' {
  interface Contributions {
    accountExport: AccountExport
    /** Members that they add to each generation of an account's export. */
    generationExport: GenerationExport
  }
}

type ExportContext = Parts<'database' | 'storage' | 'log' | 'contributions'>

/**
 * Streams everything of an account as one zip: `account.json`, and each file once. Only a page of
 * records and the zip's directory are in memory. A file that is missing in storage is listed in
 * `missing.json`. Throws in the middle when storage fails.
 */
export async function* exportAccount(
  context: ExportContext,
  account: AccountRow,
): AsyncGenerator<Uint8Array> {
  try {
    yield* writeZip(everything(context, account))
  } catch (error) {
    context.log.error({ account: account.id, err: error }, 'export failed')
    throw error
  }
}

/** Counts the files that an export would contain now, each once, and their bytes. */
export function measureExport({ database }: Parts<'database'>, accountId: string) {
  return measureFiles(database, accountId)
}

async function* everything(context: ExportContext, account: AccountRow): AsyncGenerator<ZipFile> {
  const now = new Date()
  yield {
    name: 'account.json',
    madeAt: now,
    bytes: null,
    body: writeJson(await membersOf(context, account, now)),
  }
  const missing: string[] = []
  for await (const media of filesOf(context, account.id)) {
    const body = await open(context, media)
    if (!body) {
      missing.push(placeOf(media))
      continue
    }
    try {
      yield { name: placeOf(media), madeAt: media.created_at, bytes: media.bytes, body }
    } finally {
      body.destroy()
    }
  }
  if (missing.length > 0)
    yield { name: 'missing.json', madeAt: now, bytes: null, body: writeJson({ missing }) }
}

async function membersOf(context: ExportContext, account: AccountRow, exportedAt: Date) {
  const { database, contributions } = context
  const added = Object.entries(contributions.accountExport).map(
    async ([name, read]) => [name, await read(database, account.id)] as const,
  )
  const [identities, sessions, keys, uploads] = await Promise.all([
    listIdentities(database, account.id),
    listSessions(database, account.id),
    listAllKeys(database, account.id),
    listUploads(database, account.id),
  ])
  return {
    exported_at: exportedAt,
    account: describeAccount(account, identities),
    sessions: sessions.map(describeSession),
    keys: keys.map(describeKey),
    uploads: uploads.map(describeFile),
    ...Object.fromEntries(await Promise.all(added)),
    ledger: each(readEntryPages(context, account.id), describeEntry),
    generations: each(readGenerationPages(context, account.id), ({ row, files, added }) => ({
      ...describeGeneration(row, files),
      ...added,
    })),
  }
}

async function* each<Row, Described>(
  pages: AsyncIterable<Row[]>,
  describe: (row: Row) => Described,
) {
  for await (const page of pages) yield page.map(describe)
}

/** Yields every file of the account once, however many of its generations use it. */
async function* filesOf(context: ExportContext, accountId: string): AsyncGenerator<MediaRow> {
  yield* await once(context, accountId, await listUploads(context.database, accountId))
  for await (const page of readGenerationPages(context, accountId)) {
    yield* await once(
      context,
      accountId,
      page.flatMap(({ files }) => files),
    )
  }
}

async function once(
  { database }: ExportContext,
  accountId: string,
  files: MediaRow[],
): Promise<MediaRow[]> {
  const first = await findFirstOfTheirFile(
    database,
    accountId,
    files.map(({ id }) => id),
  )
  return files.filter(({ id }) => first.has(id))
}

/** Opens a file; `null`: it is gone, for instance because its record was deleted meanwhile. */
async function open({ storage }: ExportContext, media: MediaRow) {
  return storage.read(media.storage_key).catch((error: unknown) => {
    if (error instanceof NotStored) return null
    throw error
  })
}

const pageSize = 200

/** Yields the account's generations that are not deleted with their files, a page at a time. */
async function* readGenerationPages(
  { database, contributions }: ExportContext,
  accountId: string,
): AsyncGenerator<{ row: GenerationRow; files: MediaRow[]; added: Record<string, unknown> }[]> {
  for (const kind of kinds) {
    const read = (after: number) =>
      listGenerations(database, { accountId, kind, after, limit: pageSize })
    for await (const rows of pages(read, ({ number }) => number)) {
      const ids = rows.map(({ id }) => id)
      const members = await Promise.all(
        Object.entries(contributions.generationExport).map(
          async ([name, read]) => [name, await read(database, accountId, ids)] as const,
        ),
      )
      const files = Map.groupBy(
        await listFilesOf(database, accountId, ids),
        (media) => media.generation_id,
      )
      yield rows.map((row) => ({
        row,
        files: files.get(row.id) ?? [],
        added: Object.fromEntries(members.map(([name, of]) => [name, of(row.id)])),
      }))
    }
  }
}

/** Yields the account's ledger, a page at a time. */
function readEntryPages({ database }: ExportContext, accountId: string) {
  const read = (after: number) => listEntries(database, { accountId, after, limit: pageSize })
  return pages(read, ({ number }) => number)
}

async function* pages<Row>(read: (after: number) => Promise<Row[]>, placeOf: (row: Row) => number) {
  for (let after = 0; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = placeOf(last)
  }
}

/**
 * Writes a JSON object member by member, indented; a member that is an async iterable of pages of
 * entries becomes an array, with one page at a time in memory.
 */
async function* writeJson(members: Record<string, unknown>): AsyncGenerator<Uint8Array> {
  let before = '{\n'
  for (const [name, value] of Object.entries(members)) {
    yield Buffer.from(`${before}  ${JSON.stringify(name)}: `)
    if (isPages(value)) yield* writePages(value)
    else yield Buffer.from(indented(value, '  '))
    before = ',\n'
  }
  yield Buffer.from('\n}\n')
}

async function* writePages(pages: AsyncIterable<unknown[]>): AsyncGenerator<Uint8Array> {
  let before = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield Buffer.from(
      `${before}\n    ${page.map((entry) => indented(entry, '    ')).join(',\n    ')}`,
    )
    before = ','
  }
  yield Buffer.from(before === '[' ? '[]' : '\n  ]')
}

function indented(value: unknown, by: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)
}

function isPages(value: unknown): value is AsyncIterable<unknown[]> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
