import type { Generated, JSONColumnType } from 'kysely'
import type { RefundState } from '#domain/payments/refund-request.ts'
import type {
  Dispute,
  Invoice,
  PaymentMessage,
  PaymentStatus,
  TaxBehavior,
} from '#domain/payments/settle-payment.ts'
import type { WithDefault } from './tables.ts'

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
 * A payment at the payment provider. `amount` in the currency's smallest unit (cents).
 */
export type PaymentTable = {
  id: string
  account_id: string
  pack: string
  credits: number
  amount: number
  currency: string
  status: WithDefault<PaymentStatus>
  checkout_id: string | null
  intent_id: string | null
  /** How tax relates to `amount`; `null`: none is calculated. */
  tax_behavior: WithDefault<TaxBehavior | null>
  /** What was paid, with tax; `null`: nothing yet, or `amount` without tax. */
  total: WithDefault<number | null>
  /** The tax in `total`. */
  tax: WithDefault<number>
  /** `at`: when the payment provider reported it (ms since 1970). */
  invoice: JSONColumnType<Invoice & { at: number }> | null
  /** Of `total`. */
  amount_refunded: WithDefault<number>
  is_disputed: WithDefault<boolean>
  /** By their ids at the payment provider. */
  disputes: JSONColumnType<Record<string, Dispute>, string | undefined, string>
  /** Credits taken back by refunds and disputes, or owed for them. */
  taken_back: WithDefault<number>
  return_to: WithDefault<string>
  created_at: Generated<Date>
  paid_at: Date | null
  updated_at: Generated<Date>
}

/**
 * A refund that an operator requested; `id` is its idempotency key at the payment provider.
 * `amount` in the currency's smallest unit.
 */
export type PaymentRefundTable = {
  account_id: string
  id: string
  payment_id: string
  amount: number
  state: WithDefault<RefundState>
  /** Its id at the payment provider. */
  provider_id: WithDefault<string | null>
  /** Why it was refused or failed, in the payment provider's words. */
  error: WithDefault<string | null>
  actor: string
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/**
 * The outcome of an event. `granted`, `taken_back`, `given_back`: credits. `noted`: no change of
 * credits. `differs`: it does not match our checkout, so nothing was granted. `unknown`: it belongs
 * to no payment of ours, or is early. `ignored`: irrelevant.
 */
export type PaymentOutcome =
  | ('granted' | 'taken_back' | 'given_back' | 'noted')
  | ('differs' | 'unknown' | 'ignored' | 'invalid')

/** Events of the payment provider, once each; `created_at` is the provider's time. */
export type PaymentEventTable = {
  id: string
  type: string
  /** `null`: no payment of ours, or one whose checkout has not reported its intent yet. */
  payment_id: string | null
  intent_id: string | null
  message: JSONColumnType<PaymentMessage> | null
  outcome: PaymentOutcome
  detail: string | null
  created_at: Date
  received_at: Generated<Date>
}

/**
 * The sums by reason of 1,024 consecutive entries of one account's ledger, which never change.
 * `first_at` and `last_at`: the earliest and the latest of their times.
 */
export type StatementBlockTable = {
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
export type LedgerCheckTable = {
  id: Generated<number>
  asked_by: string
  accounts: number
  faults: number
  found: JSONColumnType<unknown[]>
  started_at: Date
  finished_at: Generated<Date>
}
