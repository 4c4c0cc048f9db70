import { type Generated, type JSONColumnType, type Selectable, sql } from 'kysely'
import type { Invoice, TaxBehavior } from '#core/credits/payment-message-rules.ts'
import type { EntryPayment } from '#core/credits/queries/statement-entries.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { WithDefault } from '#platform/database/tables.ts'
import type { Dispute, PaymentStatus } from './settle-rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    payment: PaymentTable
  }
}

/**
 * A payment at the payment provider. `amount` in the currency's smallest unit (cents).
 */
type PaymentTable = {
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

export type PaymentRow = Selectable<PaymentTable>

/** A new purchase: no money was transferred yet. `amount` in the currency's smallest unit. */
export type NewPayment = {
  id: string
  accountId: string
  pack: string
  credits: number
  amount: number
  currency: string
  returnTo: string
  taxBehavior?: TaxBehavior | null
}

/**
 * Records a purchase unless the account began `most` within the last minutes and paid none of them;
 * exact with concurrent calls. `false`: it did, or it is deleted, and nothing was written.
 */
export function beginPayment(
  database: Database,
  payment: NewPayment,
  { most, minutes }: { most: number; minutes: number },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const account = await transaction
      .selectFrom('account')
      .select('id')
      .where('id', '=', payment.accountId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account || (await countOpenCheckouts(transaction, payment.accountId, minutes)) >= most)
      return false
    await insertPayment(transaction, payment)
    return true
  })
}

export async function insertPayment(database: Database, payment: NewPayment): Promise<void> {
  const { id, pack, credits, amount, currency } = payment
  await database
    .insertInto('payment')
    .values({
      ...{ id, pack, credits, amount, currency },
      account_id: payment.accountId,
      return_to: payment.returnTo,
      tax_behavior: payment.taxBehavior ?? null,
    })
    .execute()
}

/** Records the payment provider's checkout, unless an earlier event did. */
export async function recordCheckout(
  database: Database,
  { id, accountId, checkoutId }: { id: string; accountId: string; checkoutId: string },
): Promise<void> {
  await onShardOf(database, accountId)
    .updateTable('payment')
    .set({ checkout_id: checkoutId, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('checkout_id', 'is', null)
    .execute()
}

/** Counts the unpaid checkouts of an account within the last minutes. */
async function countOpenCheckouts(
  database: Database,
  accountId: string,
  minutes: number,
): Promise<number> {
  const { count } = await database
    .selectFrom('payment')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('paid_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - ${minutes} * interval '1 minute'`)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns one of the account's own payments. */
export function findPayment(
  database: Database,
  { id, accountId }: { id: string; accountId: string },
): Promise<PaymentRow | undefined> {
  return database
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Returns an account's payments, newest first. */
export function listPayments(
  database: Database,
  accountId: string,
  limit: number,
): Promise<PaymentRow[]> {
  return database
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns all of an account's payments, completed or not. */
export function listAllPayments(database: Database, accountId: string): Promise<PaymentRow[]> {
  return database
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

/** Forgets where the buyer of a deleted account would have gone on. */
export async function forgetReturns(database: Database, accountId: string): Promise<void> {
  await onShardOf(database, accountId)
    .updateTable('payment')
    .set({ return_to: '/' })
    .where('account_id', '=', accountId)
    .execute()
}

/** Finds the payments of ledger entries. */
export function findEntryPayments(
  database: Database,
  accountId: string,
  ids: string[],
): Promise<EntryPayment[]> {
  return database
    .selectFrom('payment')
    .select(['id', 'currency'])
    .select(sql<number>`coalesce(total, amount)`.as('amount'))
    .select(sql<string | null>`invoice ->> 'url'`.as('invoice_url'))
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .execute()
}
