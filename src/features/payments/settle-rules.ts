import type {
  DisputeState,
  PaymentMessage,
  Progress,
  TaxBehavior,
} from '#core/credits/payment-message-rules.ts'

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
 * `waiting`: the person has finished, and the bank has not paid yet. `disputed`: the bank took the
 * money back.
 */
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The latest state of a dispute, `at` that time (ms since 1970, the provider's clock). */
export type Dispute = { amount: number; state: DisputeState; at: number }

/**
 * The known facts of a payment: they only grow, so that the result is the same in any order of
 * events.
 */
export type PaymentFacts = {
  progress: Progress
  /** What was paid, in cents; `null`: nothing yet, or the price without tax. */
  charged: Charge | null
  /** The total refunded, in cents. */
  refunded: number
  disputes: Readonly<Record<string, Dispute>>
}

/** What was paid, and the tax in it, in cents. */
export type Charge = { total: number; tax: number }

const progressOrder: readonly Progress[] = ['open', 'waiting', 'expired', 'failed', 'paid']
const disputeOrder: Record<DisputeState, number> = { inquiry: 0, open: 1, lost: 2, won: 2 }

/**
 * Merges a message into the facts, sent at a time (ms). Repeated, late or out of order, it changes
 * nothing twice.
 */
export function applyMessage(
  facts: PaymentFacts,
  message: PaymentMessage,
  at: number,
): PaymentFacts {
  switch (message.about) {
    case 'checkout':
      return {
        ...facts,
        progress: further(facts.progress, message.progress),
        charged:
          message.progress === 'paid' ? larger(facts.charged, chargeOf(message)) : facts.charged,
      }
    case 'refund':
      return { ...facts, refunded: Math.max(facts.refunded, message.amount) }
    case 'dispute': {
      const { disputeId, amount, state } = message
      const reported: Dispute = { amount, state, at }
      return {
        ...facts,
        disputes: { ...facts.disputes, [disputeId]: newer(facts.disputes[disputeId], reported) },
      }
    }
    case 'failed-refund':
    case 'refund-progress':
    case 'invoice':
      return facts
  }
}

function chargeOf({ bought, tax = 0 }: PaymentMessage & { about: 'checkout' }): Charge {
  return { total: bought.amount, tax }
}

/** Messages of one checkout agree; if they do not, the result is the same in any order. */
function larger(known: Charge | null, reported: Charge): Charge {
  if (!known) return reported
  const ahead = reported.total - known.total || reported.tax - known.tax
  return ahead > 0 ? reported : known
}

function further(one: Progress, other: Progress): Progress {
  return progressOrder.indexOf(other) > progressOrder.indexOf(one) ? other : one
}

function newer(known: Dispute | undefined, reported: Dispute): Dispute {
  if (!known) return reported
  const ahead = disputeOrder[reported.state] - disputeOrder[known.state]
  if (ahead !== 0) return ahead > 0 ? reported : known
  return reported.at > known.at ? reported : known
}

export type Settlement = {
  status: PaymentStatus
  isPaid: boolean
  isDisputed: boolean
  /** How many of the payment's credits must be taken back. */
  takenBack: number
}

/**
 * Returns what follows from the facts. A refund or dispute before the payment arrives takes nothing
 * until then.
 */
export function settlePayment(
  { credits, amount }: { credits: number; amount: number },
  { progress, charged, refunded, disputes }: PaymentFacts,
): Settlement {
  const withheld = Object.values(disputes).filter(
    ({ state }) => state === 'open' || state === 'lost',
  )
  const isDisputed = withheld.length > 0
  if (progress !== 'paid') return { status: progress, isPaid: false, isDisputed, takenBack: 0 }

  const gone = withheld.reduce((sum, dispute) => sum + dispute.amount, refunded)
  const total = charged?.total ?? amount
  const takenBack = creditsFor({ credits, amount: total }, gone)
  const status = statusOf({ amount: total, refunded, isDisputed })
  return { status, isPaid: true, isDisputed, takenBack }
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
 * Returns the credits of a part of a payment, in whole credits: never more than that part has
 * bought, and all of them for the whole. `part` in cents, the total of all parts so far.
 */
export function creditsFor(
  { credits, amount }: { credits: number; amount: number },
  part: number,
): number {
  if (part >= amount) return credits
  return Math.floor((credits * Math.max(part, 0)) / amount)
}

/** A payment as we created its checkout. `tax_behavior`: `null` for one without tax. */
export type ExpectedPayment = {
  id: string
  account_id: string
  pack: string
  credits: number
  amount: number
  currency: string
  checkout_id: string | null
  tax_behavior?: TaxBehavior | null
}

/**
 * Returns how a message differs from our checkout, as a text for the operator; `null`: it does not.
 * Of a checkout everything must match, of an invoice the account, of the rest the currency.
 */
export function describeDifference(asked: ExpectedPayment, message: PaymentMessage): string | null {
  const pairs = pairsOf(asked, message)
  const differing = pairs.filter(([, ours, theirs]) => ours !== theirs)
  if (differing.length === 0) return null
  return differing.map(([name, ours, theirs]) => `${name}: ours ${ours}, told ${theirs}`).join('; ')
}

type Pair = [name: string, ours: string | number, theirs: string | number]

function pairsOf(asked: ExpectedPayment, message: PaymentMessage): Pair[] {
  if (message.about === 'checkout') return checkoutPairs(asked, message)
  const currency: Pair = ['currency', asked.currency, message.currency]
  return message.about === 'invoice'
    ? [currency, ['account', asked.account_id, message.accountId]]
    : [currency]
}

/** Before it is paid, a checkout may have no tax yet. */
function checkoutPairs(
  asked: ExpectedPayment,
  { checkoutId, bought, tax = 0 }: PaymentMessage & { about: 'checkout' },
): Pair[] {
  const behavior = asked.tax_behavior ?? null
  return [
    ['amount', asked.amount, behavior === 'exclusive' ? bought.amount - tax : bought.amount],
    ...(behavior === null ? [['tax', 0, tax] satisfies Pair] : []),
    ['currency', asked.currency, bought.currency],
    ['pack', asked.pack, bought.pack],
    ['credits', asked.credits, bought.credits],
    ['account', asked.account_id, bought.accountId],
    ['checkout', asked.checkout_id ?? checkoutId, checkoutId],
  ]
}
