import type { Options } from '../options.ts'
import { between, happens, type Random, weighted } from './random.ts'

/** The events of the payment provider for a checkout; `part` of what was paid. */
export type PaymentReport =
  | {
      about: 'checkout'
      what: 'paid' | 'waiting' | 'paid late' | 'failed' | 'expired' | 'of another amount'
    }
  | { about: 'refund'; part: number }
  | {
      about: 'dispute'
      state: 'warning_needs_response' | 'needs_response' | 'won' | 'lost'
      part: number
    }

export type PlannedSale = {
  number: number
  account: number
  /** Which of the packs, counted on and on. */
  pack: number
  reports: PaymentReport[]
  /**
   * How often each is sent at once, in the order they are sent; a second round sends all of them
   * again.
   */
  order: { report: number; copies: number }[]
  again: boolean
  /** Unsigned and outdated events are sent as well. */
  forge: boolean
}

/** What an operator does, by whom it is known again in the audit log. */
export type PlannedAct = {
  number: number
  act: 'grant' | 'take' | 'refund' | 'retry'
  account: number
  credits: number
}

export type MoneyEvent =
  | { kind: 'sale'; sale: PlannedSale }
  | { kind: 'act'; act: PlannedAct }
  | { kind: 'leave'; account: number }

const checkout = (what: (PaymentReport & { about: 'checkout' })['what']): PaymentReport => ({
  about: 'checkout',
  what,
})
const refund = (part: number): PaymentReport => ({ about: 'refund', part })
const dispute = (
  state: (PaymentReport & { about: 'dispute' })['state'],
  part = 1,
): PaymentReport => ({
  about: 'dispute',
  state,
  part,
})

const stories: { weight: number; reports: PaymentReport[] }[] = [
  { weight: 6, reports: [checkout('paid')] },
  { weight: 2, reports: [checkout('waiting'), checkout('paid late')] },
  { weight: 1, reports: [checkout('waiting'), checkout('failed')] },
  { weight: 1, reports: [checkout('expired')] },
  { weight: 2, reports: [checkout('of another amount')] },
  { weight: 2, reports: [checkout('paid'), refund(0.37)] },
  { weight: 2, reports: [checkout('paid'), refund(0.37), refund(1)] },
  { weight: 2, reports: [checkout('paid'), dispute('needs_response'), dispute('lost')] },
  { weight: 2, reports: [checkout('paid'), dispute('needs_response', 0.6), dispute('won', 0.6)] },
  { weight: 1, reports: [checkout('paid'), dispute('warning_needs_response')] },
  { weight: 2, reports: [checkout('paid'), refund(0.3), dispute('needs_response', 0.7)] },
]

const acts: { weight: number; act: PlannedAct['act'] }[] = [
  { weight: 2, act: 'grant' },
  { weight: 2, act: 'take' },
  { weight: 2, act: 'refund' },
  { weight: 2, act: 'retry' },
]

type Whom = { buyers: number[]; leavers: number[]; others: number[] }

/**
 * Purchases, an operator's acts and deletions, spread over the run; one of each for some thirty
 * generations.
 */
export function planMoney(
  random: Random,
  { generations }: Options,
  { buyers, leavers, others }: Whom,
): ({ at: number } & MoneyEvent)[] {
  const count = Math.max(stories.length, Math.round(generations / 30))
  const spread = (number: number, of: number) =>
    Math.floor((generations * (number + random())) / of)
  const sales = Array.from({ length: count }, (_, number) => {
    const account = buyers[number % buyers.length] ?? 0
    return {
      at: spread(number, count),
      kind: 'sale' as const,
      sale: makeSale(random, number, account),
    }
  })
  const done = Array.from({ length: count }, (_, number) => {
    const account = others[between(random, 0, others.length - 1)] ?? 0
    const act = {
      number,
      act: weighted(random, acts).act,
      account,
      credits: between(random, 1, 400),
    }
    return { at: spread(number, count), kind: 'act' as const, act }
  })
  const leaves = leavers.map((account, number) => ({
    at: Math.round(generations * (0.25 + (0.4 * number) / leavers.length)),
    kind: 'leave' as const,
    account,
  }))
  return [...sales, ...done, ...leaves]
}

/** The first sales follow each story once; half of them out of order. */
function makeSale(random: Random, number: number, account: number): PlannedSale {
  const { reports } = stories[number] ?? weighted(random, stories)
  const order = reports.map((_, report) => ({ report, copies: between(random, 1, 3) }))
  return {
    ...{ number, account, pack: number, reports },
    order: happens(random, 0.5) ? order.toReversed() : order,
    again: happens(random, 0.3),
    forge: happens(random, 0.4),
  }
}

/**
 * The credits that a sale must have brought, and how many of them must be gone again
 * (docs/spec/money.md#payments).
 */
export function outcomeOf(
  reports: readonly PaymentReport[],
  { credits, amount }: { credits: number; amount: number },
) {
  const isPaid = reports.some(({ about, ...event }) => 'what' in event && /^paid/.test(event.what))
  if (!isPaid) return { brought: 0, gone: 0 }
  const refunds = reports.flatMap((event) =>
    event.about === 'refund' ? [centsOf(event.part, amount)] : [],
  )
  const last = reports.findLast(({ about }) => about === 'dispute')
  const isHeld =
    last?.about === 'dispute' && (last.state === 'needs_response' || last.state === 'lost')
  const cents = Math.max(0, ...refunds) + (isHeld ? centsOf(last.part, amount) : 0)
  return {
    brought: credits,
    gone: cents >= amount ? credits : Math.floor((credits * cents) / amount),
  }
}

/** A part of what was paid, in cents. */
export function centsOf(part: number, amount: number): number {
  return Math.round(part * amount)
}
