import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { WithDefault } from '#platform/database/tables.ts'

/**
 * The reason of a ledger entry. `reversal`: a payment was refunded or disputed; `return`: a dispute
 * was won; `correction`: an operator took credits back; `repayment`: of a debt; `allowance`: a period's credits in free mode.
 */
export type EntryReason =
  | 'grant'
  | 'purchase'
  | 'charge'
  | 'refund'
  | 'reversal'
  | 'return'
  | 'correction'
  | 'repayment'
  | 'allowance'

/** A feature adds columns with `declare module`. */
export interface CreditEntryTable {
  account_id: string
  /** Its number among the account's entries, from 1 without a gap, in the order of the balances. */
  number: number
  generation_id: string | null
  /** What was paid, where a feature sells credits. */
  payment_id: string | null
  reason: EntryReason
  credits: number
  balance_after: number
  note: string | null
  /** Of an allowance: the day (UTC, since 1970) of the next. */
  renews_day: WithDefault<number | null>
  created_at: Generated<Date>
}

/**
 * The sums by reason of 1,024 consecutive entries of one account's ledger, which never change.
 * `first_at` and `last_at`: the earliest and the latest of their times.
 */
type StatementBlockTable = {
  account_id: string
  block: number
  reason: EntryReason
  entries: number
  credits_in: number
  credits_out: number
  first_number: number
  last_number: number
  first_at: Date
  last_at: Date
}

/** A verification of the ledger; `found`: the first of its faults. */
type LedgerCheckTable = {
  id: Generated<number>
  asked_by: string
  accounts: number
  faults: number
  found: JSONColumnType<unknown[]>
  started_at: Date
  finished_at: Generated<Date>
}

export type CreditEntryRow = Selectable<CreditEntryTable>

declare module '#platform/database/tables.ts' {
  interface Tables {
    credit_entry: CreditEntryTable
    statement_block: StatementBlockTable
    ledger_check: LedgerCheckTable
  }
}
