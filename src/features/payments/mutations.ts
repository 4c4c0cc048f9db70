import type { Mutation } from '#testing/mutation.ts'

const settle = 'src/features/payments/apply-event.ts'
const take = 'src/features/payments/apply-event.ts'
const credits = 'src/features/payments/settle-queries.ts'
const facts = 'src/features/payments/settle-rules.ts'
const events = 'src/features/payments/receive-event.test.ts'
const broken = 'src/features/payments/broken-connection.test.ts'
const order = 'src/features/payments/event-order.test.ts'
const refunds = 'src/features/payments/admin-refunds.test.ts'
const refundRules = 'src/features/payments/refund-rules.ts'
const sendRefund = 'src/providers/payments/refund.ts'

/** Bugs in what is bought, refunded and disputed. */
export const mutations: readonly Mutation[] = [
  {
    name: 'grant a purchase with every event that says it is paid',
    file: settle,
    search: 'due.isPaid && payment.paid_at === null',
    replace: 'due.isPaid',
    catchers: [events, 'chaos'],
  },
  {
    name: 'grant a payment that differs from its checkout',
    file: take,
    search: "detail ? 'differs' : await mergeEvent(",
    replace: 'await mergeEvent(',
    catchers: [events, 'chaos'],
  },
  {
    name: 'forget an event that arrives before its checkout is known',
    file: take,
    search: "intentId && outcome !== 'differs')",
    replace: "intentId && outcome === 'differs')",
    catchers: [order, 'chaos'],
  },
  {
    name: 'a payment and its event are not one transaction',
    file: 'src/features/payments/receive-event.ts',
    search: `database
      .transaction()
      .execute((transaction) => applyEvent(context, transaction, event))`,
    replace: 'applyEvent(context, database, event)',
    catchers: [broken],
  },
  {
    name: 'accept a payment event without checking its signature',
    file: 'src/providers/payments/stripe.ts',
    search: `await stripe.webhooks.constructEventAsync(
      Buffer.from(body),
      signature ?? '',
      options.webhookSecret,
    )`,
    replace: 'JSON.parse(Buffer.from(body).toString())',
    catchers: [events, 'chaos'],
  },
  {
    name: 'send a refund whose answer was lost again with another key',
    file: sendRefund,
    search: 'idempotencyKey: `refund-${requestId}`',
    replace: 'idempotencyKey: `refund-${requestId}-${isRepeat}`',
    catchers: [refunds],
  },
  {
    name: 'send a refund again without looking for it',
    file: sendRefund,
    search: 'isRepeat ? await findRefund(stripe, order) : undefined',
    replace: 'isRepeat && !order ? await findRefund(stripe, order) : undefined',
    catchers: [refunds],
  },
  {
    name: 'refund more than was paid until the events arrive',
    file: refundRules,
    search: 'total - Math.max(refunded - failed, requested)',
    replace: 'total - Math.min(refunded - failed, requested)',
    catchers: ['src/features/payments/refund-rules.test.ts'],
  },
  {
    name: 'refund again what the bank has not rejected',
    file: refundRules,
    search: "sumOf(refunds, ({ state }) => state === 'failed')",
    replace: "sumOf(refunds, ({ state }) => state !== 'refused')",
    catchers: ['src/features/payments/refund-rules.test.ts'],
  },
  {
    name: 'begin a refund while the outcome of another is unknown',
    file: refundRules,
    search: "isUnresolved(state))) return 'unresolved'",
    replace: "state === 'requested')) return 'unresolved'",
    catchers: ['src/features/payments/refund-rules.test.ts', refunds],
  },
  {
    name: 'grant a checkout whose tax makes up for a lower price',
    file: facts,
    search: "behavior === 'exclusive' ? bought.amount - tax : bought.amount",
    replace: 'bought.amount - tax',
    catchers: ['src/features/payments/settle-rules.test.ts', 'src/features/payments/tax.test.ts'],
  },
  {
    name: 'show an invoice of another site',
    file: 'src/providers/payments/read-message.ts',
    search: "hostname.endsWith('.stripe.com')",
    replace: "hostname.endsWith('stripe.com')",
    catchers: ['src/providers/payments/stripe.test.ts'],
  },
  {
    name: 'a refund takes no credits back',
    file: facts,
    search: 'refunded: Math.max(facts.refunded, message.amount)',
    replace: 'refunded: facts.refunded',
    catchers: [events, 'chaos'],
  },
  {
    name: 'each refund is added to what all refunds were',
    file: facts,
    search: 'refunded: Math.max(facts.refunded, message.amount)',
    replace: 'refunded: facts.refunded + message.amount',
    catchers: [events, 'chaos'],
  },
  {
    name: 'an open dispute takes nothing back',
    file: facts,
    search: "({ state }) => state === 'open' || state === 'lost',",
    replace: "({ state }) => state === 'lost',",
    catchers: [events, 'chaos'],
  },
  {
    name: 'a dispute that is won gives nothing back',
    file: settle,
    search: '  if (change < 0) await returnCredits',
    replace: '  if (change < -1_000_000) await returnCredits',
    catchers: [events, 'chaos'],
  },
  {
    name: 'take back from a balance that others spend meanwhile (no lock)',
    file: credits,
    search: `    .where('id', '=', accountId)
    .forUpdate()`,
    replace: "    .where('id', '=', accountId)",
    catchers: ['src/features/payments/at-once.test.ts'],
  },
  {
    name: 'what cannot be taken back is forgotten',
    file: credits,
    search: 'owed: sql`owed + ${credits - taken}`',
    replace: 'owed: sql`owed`',
    catchers: [events, 'chaos'],
  },
  {
    name: 'operators’ webhooks learn of a payment with each event',
    file: 'src/features/payments/apply-event.ts',
    search: 'if (refunded > before.amount_refunded)',
    replace: 'if (refunded > 0)',
    catchers: ['src/features/webhooks/operator-webhooks.test.ts'],
  },
  {
    name: 'count tax as revenue',
    file: 'src/features/payments/takings-rules.ts',
    search: 'sum.paid += total - tax',
    replace: 'sum.paid += total',
    catchers: ['src/features/payments/takings-rules.test.ts'],
  },
]
