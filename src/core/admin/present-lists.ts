import type { AccountRow } from '#core/accounts/tables.ts'
import type { listGenerations } from '#core/generations/list-generations.ts'
import type { Cell } from '#core/http/csv.ts'

/** A column of a file; names are the same in every language, times are UTC. */
export type ListColumn<Row> = readonly [name: string, cell: (row: Row) => Cell]

export const timeCell = (moment: Date | null) => moment?.toISOString()

type Generation = Awaited<ReturnType<typeof listGenerations>>['rows'][number]

/** Inputs and results are their owner’s and in no file. */
export const generationColumns: readonly ListColumn<Generation>[] = [
  ['id', (row) => row.id],
  ['created_at', (row) => timeCell(row.created_at)],
  ['completed_at', (row) => timeCell(row.completed_at)],
  ['account', (row) => row.email],
  ['kind', (row) => row.kind],
  ['model', (row) => row.model],
  ['status', (row) => row.status],
  ['error_code', (row) => row.error_code],
  ['credits_charged', (row) => row.price],
  ['credits_refunded', (row) => row.refunded],
]

export const accountColumns: readonly ListColumn<AccountRow>[] = [
  ['id', (row) => row.id],
  ['created_at', (row) => timeCell(row.created_at)],
  ['email', (row) => row.email],
  ['name', (row) => row.name],
  ['credits', (row) => row.credits],
  ['owed', (row) => row.owed],
  ['has_paid', (row) => row.has_paid],
  ['suspended_at', (row) => timeCell(row.suspended_at)],
  ['deleted_at', (row) => timeCell(row.deleted_at)],
]

/** The lines of a file: the names of its columns, and each row. */
export async function* linesOf<Row>(
  columns: readonly ListColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Cell[][]> {
  yield [columns.map(([name]) => name)]
  for await (const batch of batches) yield batch.map((row) => columns.map(([, cell]) => cell(row)))
}
