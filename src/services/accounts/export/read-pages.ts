import { kinds } from '#catalogue/kinds.ts'
import { listEntries, listFilesOf, listGenerations } from '#database/queries/export-account.ts'
import type { GenerationRow, MediaRow } from '#database/tables.ts'
import type { ServiceContext } from '../../context.ts'

const pageSize = 200

/** The account's generations that are not deleted with their files, a page at a time. */
export async function* readGenerationPages(
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
          rows.map(({ id }) => id),
        ),
        (media) => media.generation_id,
      )
      yield rows.map((row) => ({ row, files: files.get(row.id) ?? [] }))
    }
  }
}

/** The account's ledger, a page at a time. */
export function readEntryPages({ database }: ServiceContext, accountId: string) {
  const read = (after: number) => listEntries(database, { accountId, after, limit: pageSize })
  return pages(read, ({ id }) => id)
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
