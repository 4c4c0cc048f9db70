import { findInputs, findOutputs } from '#core/media/queries/media.ts'
import type { MediaRow } from '#core/media/tables.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import type { Days } from '#platform/database/days.ts'
import { findStatementPage, sealBlocks } from './queries/statement.ts'
import {
  type EntryGeneration,
  type EntryPayment,
  type EntrySubjects,
  findSubjects,
  readEntries,
  type StatementEntry,
} from './queries/statement-entries.ts'
import type { EntryReason } from './tables.ts'

/** The filters of a statement. An entry must match all of them. */
export type StatementFilters = { reason?: EntryReason | undefined; days?: Days | undefined }

type Context = Parts<'database' | 'contributions'>

type Wanted = { accountId: string; filters?: StatementFilters }

/** An entry with its subject. */
export type EntryWithSubject = {
  entry: StatementEntry
  generation: EntryGeneration | undefined
  payment: EntryPayment | undefined
}

/**
 * The same with a file to show for it: a result, else an input; none of a deleted generation.
 */
export type EntryWithStill = EntryWithSubject & { still: MediaRow | undefined }

export type Statement = {
  entries: EntryWithStill[]
  total: number
  page: number
  totalPages: number
  /** Credits of all matching entries, on all pages; `out` is 0 or below. */
  sums: { in: number; out: number }
}

/**
 * Returns one page of an account's statement, newest first. Pages start at 1; beyond the end they
 * are empty.
 */
export async function readStatement(
  { database, contributions }: Context,
  { accountId, page, pageSize, filters }: Wanted & { page: number; pageSize: number },
): Promise<Statement> {
  const { entryPayments: findPayments } = contributions
  await sealBlocks(database, accountId)
  const order = { accountId, ...filters, offset: (page - 1) * pageSize, limit: pageSize }
  const { entries, totals } = await findStatementPage(database, order)
  const subjects = await findSubjects(database, { accountId, entries, findPayments })
  const stills = await findStills(database, subjects)
  return {
    entries: entries.map((entry) => ({
      ...withSubject(entry, subjects),
      still: entry.generation_id === null ? undefined : stills.get(entry.generation_id),
    })),
    total: totals.entries,
    page,
    totalPages: Math.ceil(totals.entries / pageSize),
    sums: { in: totals.in, out: totals.out },
  }
}

/** How many entries are read at a time. */
const batchSize = 1000

/**
 * Yields every matching entry, newest first, in batches; entries written meanwhile are left out. No
 * connection is held between two batches, however slowly they are read.
 */
export async function* streamStatement(
  { database, contributions }: Context,
  { accountId, filters }: Wanted,
): AsyncGenerator<EntryWithSubject[]> {
  const { entryPayments: findPayments } = contributions
  let before: number | null = null
  for (;;) {
    const wanted = { accountId, ...filters, before, limit: batchSize }
    const entries: StatementEntry[] = await readEntries(database, wanted)
    const last = entries.at(-1)
    if (!last) return
    const subjects = await findSubjects(database, { accountId, entries, findPayments })
    yield entries.map((entry) => withSubject(entry, subjects))
    if (entries.length < batchSize) return
    before = last.number
  }
}

function withSubject(
  entry: StatementEntry,
  { generations, payments }: EntrySubjects,
): EntryWithSubject {
  return {
    entry,
    generation: entry.generation_id === null ? undefined : generations.get(entry.generation_id),
    payment: entry.payment_id === null ? undefined : payments.get(entry.payment_id),
  }
}

async function findStills(
  database: AllParts['database'],
  { generations }: EntrySubjects,
): Promise<Map<string, MediaRow>> {
  const kept = [...generations.values()].filter(({ is_deleted }) => !is_deleted)
  const [outputs, inputs] = await Promise.all([
    findOutputs(database, kept),
    findInputs(database, kept),
  ])
  // Later ones override earlier ones: results override inputs, the first file the others.
  const seen = [...inputs.toReversed(), ...outputs.toReversed()].filter(
    ({ thumbnail_key }) => thumbnail_key !== null,
  )
  return new Map(
    seen.flatMap((media) => (media.generation_id === null ? [] : [[media.generation_id, media]])),
  )
}
