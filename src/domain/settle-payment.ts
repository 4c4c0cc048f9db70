/** The progress of a checkout. */
export type Progress = 'open' | 'waiting' | 'expired' | 'failed' | 'paid'

/** The state of a dispute. `inquiry`: the bank asks, and no money has moved. */
export type DisputeState = 'inquiry' | 'open' | 'lost' | 'won'

/** Amounts in the currency's smallest unit (cents). */
export type Money = { amount: number; currency: string }

/** The details of a checkout, as the payment provider repeats them. */
export type CheckoutDetails = Money & {
  paymentId: string
  accountId: string
  pack: string
  credits: number
}

/**
 * An event of the payment provider, in our terms; anything else that it sends is ignored.
 */
export type PaymentMessage =
  | {
      about: 'checkout'
      checkoutId: string
      intentId: string | null
      progress: Progress
      bought: CheckoutDetails
    }
  /** `amount`: the total refunded until now. */
  | ({ about: 'refund'; intentId: string } & Money)
  | ({ about: 'dispute'; intentId: string; disputeId: string; state: DisputeState } & Money)
  /** A refund to the person has failed. */
  | ({ about: 'failed-refund'; intentId: string } & Money)

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
  /** The total refunded, in cents. */
  refunded: number
  disputes: Readonly<Record<string, Dispute>>
}

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
      return { ...facts, progress: further(facts.progress, message.progress) }
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
      return facts
  }
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

/** A payment as we created its checkout. */
export type ExpectedPayment = {
  id: string
  account_id: string
  pack: string
  credits: number
  amount: number
  currency: string
  checkout_id: string | null
}

/**
 * Returns how a message differs from our checkout, as a text for the operator; `null`: it does not.
 * Of a checkout everything must match, of a refund or dispute the currency.
 */
export function describeDifference(asked: ExpectedPayment, message: PaymentMessage): string | null {
  const pairs =
    message.about === 'checkout' ? checkoutPairs(asked, message) : currencyPair(asked, message)
  const differing = pairs.filter(([, ours, theirs]) => ours !== theirs)
  if (differing.length === 0) return null
  return differing.map(([name, ours, theirs]) => `${name}: ours ${ours}, told ${theirs}`).join('; ')
}

/** The largest amount and number of credits that a column can hold. */
const maxNumber = 2 ** 31 - 1

/**
 * Returns why a message is invalid for any payment, as a text for the operator; `null`: it is
 * valid.
 */
export function findMessageProblem(message: PaymentMessage): string | null {
  const { amount, currency } = message.about === 'checkout' ? message.bought : message
  if (!Number.isInteger(amount) || amount < 0 || amount > maxNumber)
    return `the amount is ${amount}`
  return /^[a-z]{3}$/.test(currency) ? null : `the currency is ${JSON.stringify(currency)}`
}

type Pair = [name: string, ours: string | number, theirs: string | number]

function checkoutPairs(
  asked: ExpectedPayment,
  { checkoutId, bought }: PaymentMessage & { about: 'checkout' },
): Pair[] {
  return [
    ['amount', asked.amount, bought.amount],
    ['currency', asked.currency, bought.currency],
    ['pack', asked.pack, bought.pack],
    ['credits', asked.credits, bought.credits],
    ['account', asked.account_id, bought.accountId],
    ['checkout', asked.checkout_id ?? checkoutId, checkoutId],
  ]
}

function currencyPair(asked: ExpectedPayment, { currency }: { currency: string }): Pair[] {
  return [['currency', asked.currency, currency]]
}
