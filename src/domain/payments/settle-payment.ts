import type { DisputeState, PaymentMessage, Progress } from './payment-message.ts'

export const paymentStatuses = [
  'open',
  'waiting',
  'expired',
  'failed',
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
] as const

/**
 * `waiting`: the person is done, and the bank has not paid yet. `disputed`: the bank took the money
 * back.
 */
export type PaymentStatus = (typeof paymentStatuses)[number]

/** A dispute as it was last told, `at` that time (ms since 1970, the provider's clock). */
export type Dispute = { amount: number; state: DisputeState; at: number }

/**
 * What is known of a payment: facts that only grow, so that they come out the same in whatever
 * order they arrive.
 */
export type PaymentFacts = {
  progress: Progress
  /** All that was refunded, in cents. */
  refunded: number
  disputes: Readonly<Record<string, Dispute>>
}

const progressOrder: readonly Progress[] = ['open', 'waiting', 'expired', 'failed', 'paid']
const disputeOrder: Record<DisputeState, number> = { inquiry: 0, open: 1, lost: 2, won: 2 }

/**
 * Adds what a message says, told at a time (ms). Said again, late or out of order it changes
 * nothing twice.
 */
export function learn(facts: PaymentFacts, message: PaymentMessage, at: number): PaymentFacts {
  switch (message.about) {
    case 'checkout':
      return { ...facts, progress: further(facts.progress, message.progress) }
    case 'refund':
      return { ...facts, refunded: Math.max(facts.refunded, message.amount) }
    case 'dispute': {
      const { disputeId, amount, state } = message
      const told: Dispute = { amount, state, at }
      return {
        ...facts,
        disputes: { ...facts.disputes, [disputeId]: newer(facts.disputes[disputeId], told) },
      }
    }
    case 'failed-refund':
      return facts
  }
}

function further(one: Progress, other: Progress): Progress {
  return progressOrder.indexOf(other) > progressOrder.indexOf(one) ? other : one
}

function newer(known: Dispute | undefined, told: Dispute): Dispute {
  if (!known) return told
  const ahead = disputeOrder[told.state] - disputeOrder[known.state]
  if (ahead !== 0) return ahead > 0 ? told : known
  return told.at > known.at ? told : known
}

export type Settlement = {
  status: PaymentStatus
  isPaid: boolean
  isDisputed: boolean
  /** Credits that are to be gone again, of those the payment brought. */
  takenBack: number
}

/**
 * What follows from the facts. A refund or dispute of money that has not come takes nothing, until
 * it comes.
 */
export function settlePayment(
  { credits, amount }: { credits: number; amount: number },
  { progress, refunded, disputes }: PaymentFacts,
): Settlement {
  const withheld = Object.values(disputes).filter(
    ({ state }) => state === 'open' || state === 'lost',
  )
  const isDisputed = withheld.length > 0
  if (progress !== 'paid') return { status: progress, isPaid: false, isDisputed, takenBack: 0 }

  const gone = withheld.reduce((sum, dispute) => sum + dispute.amount, refunded)
  const takenBack = creditsFor({ credits, amount }, gone)
  return { status: statusOf({ amount, refunded, isDisputed }), isPaid: true, isDisputed, takenBack }
}

function statusOf({
  amount,
  refunded,
  isDisputed,
}: {
  amount: number
  refunded: number
  isDisputed: boolean
}) {
  if (isDisputed) return 'disputed'
  if (refunded >= amount) return 'refunded'
  return refunded > 0 ? 'partly_refunded' : 'paid'
}

/**
 * The credits that belong to a part of what was paid, in whole credits: never more than that part
 * has bought, and all of them for all of it. `part` in cents, all parts so far together.
 */
export function creditsFor(
  { credits, amount }: { credits: number; amount: number },
  part: number,
): number {
  if (part >= amount) return credits
  return Math.floor((credits * Math.max(part, 0)) / amount)
}
