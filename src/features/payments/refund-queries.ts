import { type Generated, type Kysely, type Selectable, sql } from 'kysely'
import type { RefundState } from '#core/credits/payment-message-rules.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { Tables, WithDefault } from '#platform/database/tables.ts'
import { earlierStates } from './refund-rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    payment_refund: PaymentRefundTable
  }
}

/**
 * A refund that an operator requested; `id` is its idempotency key at the payment provider.
 * `amount` in the currency's smallest unit.
 */
type PaymentRefundTable = {
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

export type PaymentRefundRow = Selectable<PaymentRefundTable>

type Database = Kysely<Tables>

/** A refund that an operator requests. `amount` in the currency's smallest unit. */
export type NewRefund = Pick<
  PaymentRefundRow,
  'id' | 'account_id' | 'payment_id' | 'amount' | 'actor'
>

/** Records a request for a refund, before it is sent. The payment must be locked. */
export async function insertRefund(
  transaction: Database,
  refund: NewRefund,
): Promise<PaymentRefundRow> {
  return transaction
    .insertInto('payment_refund')
    .values(refund)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the refunds that were requested of payments of an account, oldest first. */
export function listRefunds(
  database: Database,
  { accountId, paymentIds }: { accountId: string; paymentIds: string[] },
): Promise<PaymentRefundRow[]> {
  return refundsOf(database, paymentIds).where('account_id', '=', accountId).execute()
}

/** Returns the refunds that were requested of these payments of any account, oldest first. */
export async function listRefundsOf(
  database: Database,
  paymentIds: string[],
): Promise<PaymentRefundRow[]> {
  return paymentIds.length === 0 ? [] : refundsOf(database, paymentIds).execute()
}

function refundsOf(database: Database, paymentIds: string[]) {
  return database
    .selectFrom('payment_refund')
    .selectAll()
    .where('payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .orderBy('created_at')
    .orderBy('id')
}

/** What an answer or an event says of a refund. */
export type ReportedRefund = {
  state: RefundState
  refundId: string | null
  error: string | null
}

/**
 * Records what is reported of a refund, unless more is known: answers and events have the same
 * result in any order. Does nothing for a refund of another payment or amount.
 */
export async function recordRefund(
  database: Database,
  { account_id, payment_id, id, amount }: Omit<NewRefund, 'actor'>,
  { state, refundId, error }: ReportedRefund,
): Promise<void> {
  await onShardOf(database, account_id)
    .updateTable('payment_refund')
    .set({
      state,
      error,
      provider_id: sql<string | null>`coalesce(${refundId}, provider_id)`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('payment_id', '=', payment_id)
    .where('amount', '=', amount)
    .where('state', 'in', earlierStates(state))
    .execute()
}
