import { sql } from 'kysely'
import type { EntryReason } from '../../tables.ts'
import type { Days } from '../history/by-days.ts'

/** What of an account's ledger is wanted. */
export type EntryFilters = {
  accountId: string
  reason?: EntryReason | undefined
  /** Whole days in the reader's time zone. */
  days?: Days | undefined
}

/** `span (beginning, finish)`: the moments between which the wanted days lie. */
export function span({ days }: EntryFilters) {
  const { start, end, timeZone } = days ?? { start: undefined, end: undefined, timeZone: 'UTC' }
  return sql`
    span as materialized (
      select coalesce((${start ?? null}::date)::timestamp at time zone ${timeZone}, '-infinity') as beginning,
        coalesce((${end ?? null}::date + 1)::timestamp at time zone ${timeZone}, 'infinity') as finish
    )`
}

type Range = { first: ReturnType<typeof sql>; last: ReturnType<typeof sql> }

/** Is this entry of the ledger wanted, and its id in this range? Beside `span`. */
export function isWanted({ accountId, ...filters }: EntryFilters, { first, last }: Range) {
  return sql`entry.account_id = ${accountId} and entry.id between ${first} and ${last} ${fits(filters)}`
}

/**
 * The same, and then the newest first. Compared as rows, because only the index of the account's
 * own entries can be walked so: by their ids alone they lie between everybody else's.
 */
export function newestWanted({ accountId, ...filters }: EntryFilters, { first, last }: Range) {
  return sql`(entry.account_id, entry.id) >= (${accountId}::uuid, ${first})
    and (entry.account_id, entry.id) <= (${accountId}::uuid, ${last}) ${fits(filters)}
    order by entry.account_id desc, entry.id desc`
}

function fits({ reason, days }: Omit<EntryFilters, 'accountId'>) {
  return sql`${ofReason(reason)}
    ${days ? sql`and entry.created_at >= beginning and entry.created_at < finish` : sql``}`
}

/** Narrows rows that have a `reason`. */
export function ofReason(reason: EntryReason | undefined) {
  return reason === undefined ? sql`` : sql`and reason = ${reason}`
}

/** Behind every id. */
export const lastId = sql`9223372036854775807`

/** An entry with what it is about. */
export type StatementEntry = {
  id: number
  created_at: Date
  reason: EntryReason
  credits: number
  balance_after: number
  note: string | null
  generation_id: string | null
  payment_id: string | null
}

export const entryColumns = sql`entry.id, entry.created_at, entry.reason, entry.credits, entry.balance_after, entry.note,
  entry.generation_id, entry.payment_id`
