import { sql } from 'kysely'
import type { Status } from '#core/generations/rules/status.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import type { Days } from '#platform/database/days.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { EntryReason } from '../tables.ts'

/** The filters of an account's ledger. */
export type EntryFilters = {
  accountId: string
  reason?: EntryReason | undefined
  /** Whole days in the reader's time zone. */
  days?: Days | undefined
}

/** `span (beginning, finish)`: the moments between which the selected days are. */
export function span({ days }: EntryFilters) {
  const { start, end, timeZone } = days ?? { start: undefined, end: undefined, timeZone: 'UTC' }
  return sql`
    span as materialized (
      select coalesce((${start ?? null}::date)::timestamp at time zone ${timeZone}, '-infinity') as beginning,
        coalesce((${end ?? null}::date + 1)::timestamp at time zone ${timeZone}, 'infinity') as finish
    )`
}

type Range = { first: ReturnType<typeof sql>; last: ReturnType<typeof sql> }

/** Whether an entry matches, with its number in this range. Beside `span`. */
export function isWanted({ accountId, ...filters }: EntryFilters, { first, last }: Range) {
  return sql`entry.account_id = ${accountId} and entry.number between ${first} and ${last} ${fits(filters)}`
}

/** The same, with the newest first. */
export function newestWanted({ accountId, ...filters }: EntryFilters, { first, last }: Range) {
  return sql`entry.account_id = ${accountId} and entry.number between ${first} and ${last} ${fits(filters)}
    order by entry.number desc`
}

function fits({ reason, days }: Omit<EntryFilters, 'accountId'>) {
  return sql`${ofReason(reason)}
    ${days ? sql`and entry.created_at >= beginning and entry.created_at < finish` : sql``}`
}

/** Filters rows that have a `reason`. */
export function ofReason(reason: EntryReason | undefined) {
  return reason === undefined ? sql`` : sql`and reason = ${reason}`
}

/** The highest number that an entry can have. */
export const lastNumber = sql`2147483647`

/** An entry with its subject. */
export type StatementEntry = {
  number: number
  created_at: Date
  reason: EntryReason
  credits: number
  balance_after: number
  note: string | null
  generation_id: string | null
  payment_id: string | null
}

export const entryColumns = sql`entry.number, entry.created_at, entry.reason, entry.credits, entry.balance_after, entry.note,
  entry.generation_id, entry.payment_id`

/**
 * The subject of an entry, deleted or not: the generation that was paid for, or the payment.
 */
export type EntrySubjects = {
  generations: Map<string, EntryGeneration>
  payments: Map<string, EntryPayment>
}

export type EntryGeneration = {
  id: string
  account_id: string
  kind: Kind
  generation_type: string
  model_version: number
  model: string
  status: Status
  is_deleted: boolean
}

/** `amount`: what was paid, with tax. `invoice_url`: the payment provider's page. */
export type EntryPayment = {
  id: string
  amount: number
  currency: string
  invoice_url: string | null
}

/** Finds what was paid, by the ids in entries. */
export type FindEntryPayments = (
  database: Database,
  accountId: string,
  ids: string[],
) => Promise<EntryPayment[]>

declare module '#core/parts.ts' {
  interface Contributions {
    /** What was paid for entries of the ledger. */
    entryPayments: readonly FindEntryPayments[]
  }
}

/** The entries of an account, and what finds their payments. */
type Subjects = {
  accountId: string
  entries: readonly StatementEntry[]
  findPayments: readonly FindEntryPayments[]
}

/** Returns the subjects of these entries. */
export async function findSubjects(
  database: Database,
  { accountId, entries, findPayments }: Subjects,
): Promise<EntrySubjects> {
  const generationIds = idsOf(entries, 'generation_id')
  const paymentIds = idsOf(entries, 'payment_id')
  const generations =
    generationIds.length === 0
      ? []
      : await database
          .selectFrom('generation_with_job')
          .select([
            'id',
            'account_id',
            'kind',
            'generation_type',
            'model',
            'model_version',
            'status',
          ])
          .select(sql<boolean>`deleted_at is not null`.as('is_deleted'))
          .where('id', 'in', generationIds)
          .where('account_id', '=', accountId)
          .execute()
  const payments =
    paymentIds.length === 0
      ? []
      : (
          await Promise.all(findPayments.map((find) => find(database, accountId, paymentIds)))
        ).flat()
  return {
    generations: new Map(generations.map((generation) => [generation.id, generation])),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
  }
}

function idsOf(entries: readonly StatementEntry[], name: 'generation_id' | 'payment_id'): string[] {
  return [...new Set(entries.flatMap((entry) => entry[name] ?? []))]
}

/**
 * Returns the next matching entries, newest first, older than the one numbered `before` (`null`:
 * from the newest).
 */
export async function readEntries(
  database: Database,
  { before, limit, ...filters }: EntryFilters & { before: number | null; limit: number },
): Promise<StatementEntry[]> {
  const range = { first: sql`0`, last: before === null ? lastNumber : sql`${before}::integer - 1` }
  const { rows } = await sql<StatementEntry>`
    with ${span(filters)}
    select ${entryColumns} from span, credit_entry entry
    where ${newestWanted(filters, range)} limit ${limit}`.execute(
    onShardOf(database, filters.accountId),
  )
  return rows
}
