import { kinds } from '#catalogue/kinds.ts'
import {
  findFirstOfTheirFile,
  listAllKeys,
  listAllPayments,
  listEntries,
  listFilesOf,
  listGenerations,
  listUploads,
  measureFiles,
} from '#database/queries/export-account.ts'
import { listSessions } from '#database/queries/sessions.ts'
import type { AccountRow, GenerationRow, MediaRow } from '#database/tables.ts'
import { NotStored } from '#storage/storage.ts'
import type { ServiceContext } from '../context.ts'
import { writeZip, type ZipFile } from '../downloads/write-zip.ts'
import {
  describeAccount,
  describeEntry,
  describeFile,
  describeGeneration,
  describeKey,
  describePayment,
  describeSession,
  placeOf,
} from './describe-export.ts'

/**
 * Streams everything of an account as one zip: `account.json`, and each file once. Only a page of
 * records and the zip's directory are in memory. A file that is missing in storage is listed in
 * `missing.json`. Throws in the middle when storage fails.
 */
export async function* exportAccount(
  context: ServiceContext,
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
export function measureExport({ database }: Pick<ServiceContext, 'database'>, accountId: string) {
  return measureFiles(database, accountId)
}

async function* everything(context: ServiceContext, account: AccountRow): AsyncGenerator<ZipFile> {
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

async function membersOf(context: ServiceContext, account: AccountRow, exportedAt: Date) {
  const { database } = context
  const [sessions, keys, payments, uploads] = await Promise.all([
    listSessions(database, account.id),
    listAllKeys(database, account.id),
    listAllPayments(database, account.id),
    listUploads(database, account.id),
  ])
  return {
    exported_at: exportedAt,
    account: describeAccount(account),
    sessions: sessions.map(describeSession),
    keys: keys.map(describeKey),
    payments: payments.map(describePayment),
    uploads: uploads.map(describeFile),
    ledger: each(readEntryPages(context, account.id), describeEntry),
    generations: each(readGenerationPages(context, account.id), ({ row, files }) =>
      describeGeneration(row, files),
    ),
  }
}

async function* each<Row, Described>(
  pages: AsyncIterable<Row[]>,
  describe: (row: Row) => Described,
) {
  for await (const page of pages) yield page.map(describe)
}

/** Yields every file of the account once, however many of its generations use it. */
async function* filesOf(context: ServiceContext, accountId: string): AsyncGenerator<MediaRow> {
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
  { database }: ServiceContext,
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
async function open({ storage }: ServiceContext, media: MediaRow) {
  return storage.read(media.storage_key).catch((error: unknown) => {
    if (error instanceof NotStored) return null
    throw error
  })
}

const pageSize = 200

/** Yields the account's generations that are not deleted with their files, a page at a time. */
async function* readGenerationPages(
  { database }: ServiceContext,
  accountId: string,
): AsyncGenerator<{ row: GenerationRow; files: MediaRow[] }[]> {
  for (const kind of kinds) {
    const read = (after: number) =>
      listGenerations(database, { accountId, kind, after, limit: pageSize })
    for await (const rows of pages(read, ({ number }) => number)) {
      const files = Map.groupBy(
        await listFilesOf(
          database,
          accountId,
          rows.map(({ id }) => id),
        ),
        (media) => media.generation_id,
      )
      yield rows.map((row) => ({ row, files: files.get(row.id) ?? [] }))
    }
  }
}

/** Yields the account's ledger, a page at a time. */
function readEntryPages({ database }: ServiceContext, accountId: string) {
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
