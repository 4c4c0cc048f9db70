import { listModels } from '#catalogue/catalogue.ts'
import type { PriceOverrides } from '#catalogue/price.ts'
import type { AuditEntryView } from '#contract/admin-generations.ts'
import type {
  AdminPaymentView,
  LedgerCheckView,
  PaymentEventView,
  PricesView,
  StudioView,
} from '#contract/admin-studio.ts'
import type {
  readActs,
  readAllPayments,
  readChecks,
  readOverview,
} from '#services/admin/read-overview.ts'

type Answer<Read extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Read>>
type PaymentsFound = Answer<typeof readAllPayments>

/** An entry of the audit log. */
export function presentAct(row: Answer<typeof readActs>['rows'][number]): AuditEntryView {
  const { act_id: _, ...details } = row.details
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    actor: row.actor,
    act: row.act,
    account: row.account_id ? { id: row.account_id, email: row.email ?? '' } : null,
    generation_id: row.generation_id,
    reason: row.reason,
    details,
  }
}

/** Presents the state of the installation. */
export function presentStudio({
  outages,
  storageOutage,
  queue,
  alerts,
}: Answer<typeof readOverview>): StudioView {
  return {
    outages: outages.map((outage) => ({
      ...outage,
      since: outage.since.toISOString(),
      probe_at: outage.probe_at.toISOString(),
    })),
    storage_outage: storageOutage && {
      detail: storageOutage.detail,
      since: storageOutage.since.toISOString(),
      probe_at: storageOutage.probe_at.toISOString(),
    },
    queue,
    alerts: alerts.map((note) => ({ ...note, created_at: note.created_at.toISOString() })),
  }
}

/** Presents a ledger check. */
export function presentCheck(row: Answer<typeof readChecks>[number]): LedgerCheckView {
  return {
    ...row,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at.toISOString(),
  }
}

/** Presents all prices now, and without the operator's overrides. */
export function presentPrices(overrides: PriceOverrides): PricesView {
  const prices = listModels().map(({ id, name, generationType, price }) => ({
    model: id,
    name,
    generation_type: generationType,
    unit: price.unit,
    tiers: Object.entries(price.base).map(([tier, base]) => {
      const own = overrides[`${id}.${tier}`] ?? overrides[id]
      return { tier, credits: own ?? base, base: own === undefined || own === base ? null : base }
    }),
  }))
  const known = new Set(
    listModels().flatMap(({ id, price }) => [
      id,
      ...Object.keys(price.base).map((tier) => `${id}.${tier}`),
    ]),
  )
  return { prices, unknown: Object.keys(overrides).filter((name) => !known.has(name)) }
}

/** Presents a payment with the payment provider's events. */
export function presentPayment(
  row: PaymentsFound['payments'][number],
  events: PaymentsFound['events'],
): AdminPaymentView {
  const {
    id,
    pack,
    credits,
    amount,
    currency,
    status,
    checkout_id,
    intent_id,
    amount_refunded,
    taken_back,
  } = row
  return {
    ...{
      id,
      pack,
      credits,
      amount,
      currency,
      status,
      checkout_id,
      intent_id,
      amount_refunded,
      taken_back,
    },
    account: { id: row.account_id, email: row.email },
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    events: events.filter((event) => event.payment_id === id).map(presentPaymentEvent),
  }
}

/** Presents one event of the payment provider. */
export function presentPaymentEvent(event: PaymentsFound['events'][number]): PaymentEventView {
  const { payment_id: _, ...rest } = event
  return {
    ...rest,
    created_at: event.created_at.toISOString(),
    received_at: event.received_at.toISOString(),
  }
}
