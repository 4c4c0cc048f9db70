import type { Mutation } from '../mutation.ts'

const settle = 'src/services/payments/apply-event.ts'
const take = 'src/services/payments/apply-event.ts'
const credits = 'src/database/queries/settle-payment.ts'
const facts = 'src/domain/settle-payment.ts'
const events = 'src/services/payments/receive-event.test.ts'
const broken = 'src/services/payments/broken-connection.test.ts'
const order = 'src/services/payments/event-order.test.ts'

/** Bugs in what is bought, refunded and disputed. */
export const money: readonly Mutation[] = [
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
    file: 'src/services/payments/receive-event.ts',
    search: 'database.transaction().execute((transaction) => applyEvent(transaction, event))',
    replace: 'applyEvent(database, event)',
    catchers: [broken],
  },
  {
    name: 'accept a payment event without checking its signature',
    file: 'src/providers/payments/stripe.ts',
    search: `await stripe.webhooks.constructEventAsync(
      Buffer.from(body),
      signature ?? '',
      secret,
    )`,
    replace: 'JSON.parse(Buffer.from(body).toString())',
    catchers: [events, 'chaos'],
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
    catchers: ['src/services/payments/at-once.test.ts'],
  },
  {
    name: 'what is owed is never repaid (no trigger)',
    file: 'src/database/migrations/0001-initial.sql',
    search: 'for each row when (new.credits > 0)',
    replace: 'for each row when (new.credits > 1000000000)',
    catchers: [events, 'chaos'],
  },
  {
    name: 'what cannot be taken back is forgotten',
    file: credits,
    search: 'owed: sql`owed + ${credits - taken}`',
    replace: 'owed: sql`owed`',
    catchers: [events, 'chaos'],
  },
]
