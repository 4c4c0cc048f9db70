import type { listGenerations } from '#services/admin/list-generations.ts'
import type { AccountRow, PaymentRow } from '#services/context.ts'
import type { Cell } from '../csv.ts'

/** A column of a file; names are the same in every language, times are UTC. */
export type ListColumn<Row> = readonly [name: string, cell: (row: Row) => Cell]

const time = (moment: Date | null) => moment?.toISOString()

type Generation = Awaited<ReturnType<typeof listGenerations>>['rows'][number]

/** Inputs and results are their owner’s and in no file. */
export const generationColumns: readonly ListColumn<Generation>[] = [
  ['id', (row) => row.id],
  ['created_at', (row) => time(row.created_at)],
  ['completed_at', (row) => time(row.completed_at)],
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
  ['created_at', (row) => time(row.created_at)],
  ['email', (row) => row.email],
  ['name', (row) => row.name],
  ['credits', (row) => row.credits],
  ['owed', (row) => row.owed],
  ['has_paid', (row) => row.has_paid],
  ['suspended_at', (row) => time(row.suspended_at)],
  ['deleted_at', (row) => time(row.deleted_at)],
]

/** Amounts in the currency’s smallest unit. */
export const paymentColumns: readonly ListColumn<PaymentRow & { email: string }>[] = [
  ['id', (row) => row.id],
  ['created_at', (row) => time(row.created_at)],
  ['paid_at', (row) => time(row.paid_at)],
  ['account', (row) => row.email],
  ['status', (row) => row.status],
  ['pack', (row) => row.pack],
  ['credits', (row) => row.credits],
  ['currency', (row) => row.currency],
  ['amount_smallest_unit', (row) => row.amount],
  ['total_smallest_unit', (row) => row.total],
  ['tax_smallest_unit', (row) => row.tax],
  ['refunded_smallest_unit', (row) => row.amount_refunded],
  ['credits_taken_back', (row) => row.taken_back],
  ['checkout_id', (row) => row.checkout_id],
  ['intent_id', (row) => row.intent_id],
]
