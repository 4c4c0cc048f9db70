import type { Kind } from '#catalogue/kind.ts'
import type { PaymentView } from '../money/payments.ts'

/** Open work of one kind at one step; `oldest_due` in seconds. */
export type QueueLineView = {
  step: string
  kind: Kind
  count: number
  due: number
  overdue: number
  oldest_due: number
}

/** A verification of the ledger; `found`: the first of its faults. */
export type LedgerCheckView = {
  id: number
  /** An e-mail address, `command line` or `daily`. */
  asked_by: string
  accounts: number
  faults: number
  found: unknown[]
  started_at: string
  finished_at: string
}

export type OperatorNoteView = {
  created_at: string
  reason: string
  note: string
  generation_id: string | null
  model: string | null
  email: string | null
}

/** `GET /api/admin/studio`: how things stand. */
export type StudioView = {
  /** Why the provider refuses our account; empty: it does not. */
  troubles: { code: string; detail: string; since: string; probe_at: string }[]
  queue: QueueLineView[]
  notes: OperatorNoteView[]
}

/** `GET /api/admin/ledger`: verifications, newest first. */
export type LedgerChecksView = { checks: LedgerCheckView[] }

/** The price in force of a model; `base`: the catalogue's own, where an operator's takes its place. */
export type PriceLineView = {
  model: string
  name: string
  generation_type: string
  unit: 'image' | 'job'
  tiers: { tier: string; credits: number; base: number | null }[]
}

/** `GET /api/admin/prices`. `unknown`: overrides that name nothing in the catalogue. */
export type PricesView = { prices: PriceLineView[]; unknown: string[] }

export type PaymentEventView = {
  id: string
  type: string
  outcome: string
  detail: string | null
  created_at: string
  received_at: string
}

export type AdminPaymentView = Omit<PaymentView, 'return_to'> & {
  account: { id: string; email: string }
  checkout_id: string | null
  intent_id: string | null
  amount_refunded: number
  taken_back: number
  events: PaymentEventView[]
}

/** `GET /api/admin/payments`. `stray`: what was told of payments that nobody here made. */
export type AdminPaymentsView = { payments: AdminPaymentView[]; stray: PaymentEventView[]; has_more: boolean }
