import type { PaymentMessage } from '#core/credits/payment-message-rules.ts'
import type { Takings } from '#core/credits/takings-rules.ts'
import { applyMessage, type Charge, type PaymentFacts } from './settle-rules.ts'

/** A payment with the events that were applied to it. Times in ms since 1970. */
export type PaymentHistory = Charge & {
  currency: string
  paidAt: number | null
  /** In the order in which they were received. `at`: the provider's time. */
  events: readonly { message: PaymentMessage; at: number; receivedAt: number }[]
}

/**
 * Sums by currency what payments brought and lost from `start` until before `end`: a payment counts
 * when it was paid; a refund or dispute when its event was received, but not before that. All are
 * without tax, which is a sum of its own, less what was refunded or disputed of it.
 */
export function moneyBetween(
  payments: readonly PaymentHistory[],
  start: number,
  end: number,
): Record<string, Takings> {
  const sums: Record<string, Takings> = {}
  for (const { total, tax, currency, paidAt, events } of payments) {
    if (paidAt === null) continue
    const sum = sums[currency] ?? { payments: 0, paid: 0, refunded: 0, disputed: 0, tax: 0 }
    const isWithin = (moment: number) => moment >= start && moment < end
    if (isWithin(paidAt)) {
      sum.payments += 1
      sum.paid += total - tax
      sum.tax += tax
    }
    let facts: PaymentFacts = { progress: 'paid', charged: null, refunded: 0, disputes: {} }
    for (const { message, at, receivedAt } of events) {
      const next = applyMessage(facts, message, at)
      if (isWithin(Math.max(receivedAt, paidAt))) {
        const refunded = partBetween({ total, tax }, facts.refunded, next.refunded)
        const disputed = partBetween({ total, tax }, withheld(facts), withheld(next))
        sum.refunded += refunded.net
        sum.disputed += disputed.net
        sum.tax -= refunded.tax + disputed.tax
      }
      facts = next
    }
    sums[currency] = sum
  }
  const isEmpty = (sum: Takings) => Object.values(sum).every((value) => value === 0)
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => !isEmpty(sum)))
}

/** The tax in a part of what was paid, in whole cents: all of it in the whole. */
export function taxIn({ total, tax }: Charge, part: number): number {
  return part >= total ? tax : Math.floor((tax * part) / total)
}

/** What was added to a part of what was paid, and the tax in that. */
function partBetween(charge: Charge, before: number, after: number) {
  const tax = taxIn(charge, after) - taxIn(charge, before)
  return { net: after - before - tax, tax }
}

/** What the banks of a payment hold back. */
function withheld({ disputes }: PaymentFacts): number {
  return Object.values(disputes)
    .filter(({ state }) => state === 'open' || state === 'lost')
    .reduce((sum, { amount }) => sum + amount, 0)
}
