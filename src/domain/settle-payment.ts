/** How far a checkout has come. */
export type Progress = 'open' | 'waiting' | 'expired' | 'failed' | 'paid'

/** Where a dispute stands. `inquiry`: the bank asks, and no money has moved. */
export type DisputeState = 'inquiry' | 'open' | 'lost' | 'won'

/** Amounts in the currency's smallest unit (cents). */
export type Money = { amount: number; currency: string }

/** What a checkout was for, as the payment provider repeats it. */
export type CheckoutDetails = Money & {
  paymentId: string
  accountId: string
  pack: string
  credits: number
}

/**
 * What the payment provider tells, in our words; whatever it sends beside that is of no concern to
 * us.
 */
export type PaymentMessage =
  | {
      about: 'checkout'
      checkoutId: string
      intentId: string | null
      progress: Progress
      bought: CheckoutDetails
    }
  /** `amount`: all that was refunded until now. */
  | ({ about: 'refund'; intentId: string } & Money)
  | ({ about: 'dispute'; intentId: string; disputeId: string; state: DisputeState } & Money)
  /** Money that was on its way back to the person has not arrived. */
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

/** A payment as we asked for it. */
export type Asked = {
  id: string
  account_id: string
  pack: string
  credits: number
  amount: number
  currency: string
  checkout_id: string | null
}

/**
 * In what a message differs from the payment we asked for, in words for the operator; `null`: in
 * nothing. Of a checkout everything must be as it was asked for, of a refund or dispute the
 * currency.
 */
export function describeDifference(asked: Asked, message: PaymentMessage): string | null {
  const pairs =
    message.about === 'checkout' ? checkoutPairs(asked, message) : currencyPair(asked, message)
  const differing = pairs.filter(([, ours, theirs]) => ours !== theirs)
  if (differing.length === 0) return null
  return differing.map(([name, ours, theirs]) => `${name}: ours ${ours}, told ${theirs}`).join('; ')
}

/** The largest amount and number of credits that a record holds. */
const maxNumber = 2 ** 31 - 1

/**
 * What makes a message unbelievable, whatever payment it is about, in words for the operator;
 * `null`: nothing.
 */
export function findMessageProblem(message: PaymentMessage): string | null {
  const { amount, currency } = message.about === 'checkout' ? message.bought : message
  if (!Number.isInteger(amount) || amount < 0 || amount > maxNumber)
    return `the amount is ${amount}`
  return /^[a-z]{3}$/.test(currency) ? null : `the currency is ${JSON.stringify(currency)}`
}

type Pair = [name: string, ours: string | number, theirs: string | number]

function checkoutPairs(
  asked: Asked,
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

function currencyPair(asked: Asked, { currency }: { currency: string }): Pair[] {
  return [['currency', asked.currency, currency]]
}
