import { sql } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'
import type { Status } from '#domain/status.ts'
import type { Database } from '../../database.ts'
import {
  type EntryFilters,
  entryColumns,
  lastId,
  newestWanted,
  type StatementEntry,
  span,
} from './entries.ts'

/**
 * What an entry is about, deleted or not: the work that was paid for, the payment that bought
 * credits.
 */
export type EntrySubjects = {
  generations: Map<string, EntryGeneration>
  payments: Map<string, EntryPayment>
}

export type EntryGeneration = {
  id: string
  kind: Kind
  generation_type: string
  model: string
  status: Status
  is_deleted: boolean
}

export type EntryPayment = { id: string; amount: number; currency: string }

/** What these entries are about. */
export async function findSubjects(
  database: Database,
  entries: readonly StatementEntry[],
): Promise<EntrySubjects> {
  const generationIds = idsOf(entries, 'generation_id')
  const paymentIds = idsOf(entries, 'payment_id')
  const generations =
    generationIds.length === 0
      ? []
      : await database
          .selectFrom('generation')
          .select(['id', 'kind', 'generation_type', 'model', 'status'])
          .select(sql<boolean>`deleted_at is not null`.as('is_deleted'))
          .where('id', 'in', generationIds)
          .execute()
  const payments =
    paymentIds.length === 0
      ? []
      : await database
          .selectFrom('payment')
          .select(['id', 'amount', 'currency'])
          .where('id', 'in', paymentIds)
          .execute()
  return {
    generations: new Map(generations.map((generation) => [generation.id, generation])),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
  }
}

function idsOf(entries: readonly StatementEntry[], name: 'generation_id' | 'payment_id'): string[] {
  return [...new Set(entries.flatMap((entry) => entry[name] ?? []))]
}

/**
 * The next wanted entries, newest first, older than the one with the id `before` (`null`: the
 * newest of all).
 */
export async function readEntries(
  database: Database,
  { before, limit, ...filters }: EntryFilters & { before: number | null; limit: number },
): Promise<StatementEntry[]> {
  const range = { first: sql`0`, last: before === null ? lastId : sql`${before}::bigint - 1` }
  const { rows } = await sql<StatementEntry>`
    with ${span(filters)}
    select ${entryColumns} from span, credit_entry entry
    where ${newestWanted(filters, range)} limit ${limit}`.execute(database)
  return rows
}
