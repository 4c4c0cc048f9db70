import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DisputeState,
  findMessageProblem,
  type PaymentMessage,
  type Progress,
} from '#core/credits/payment-message-rules.ts'
import {
  applyMessage,
  creditsFor,
  describeDifference,
  type PaymentFacts,
  settlePayment,
} from './settle-rules.ts'

const sale = { credits: 1_000, amount: 999 }
const unknown: PaymentFacts = { progress: 'open', charged: null, refunded: 0, disputes: {} }
const intentId = 'pi_1'
const currency = 'usd'
const bought = { ...sale, currency, pack: 'start', paymentId: 'payment', accountId: 'ada' }

const checkout = (to: Progress) =>
  ({ about: 'checkout', checkoutId: 'cs_1', intentId, progress: to, bought }) as const
const progress = (to: Progress): PaymentMessage => checkout(to)
const refund = (amount: number): PaymentMessage => ({ about: 'refund', intentId, amount, currency })
const dispute = (state: DisputeState, amount = 999, disputeId = 'dp_1'): PaymentMessage => ({
  about: 'dispute',
  ...{ intentId, disputeId, state, amount, currency },
})

const settledBy = (...messages: PaymentMessage[]) =>
  settlePayment(
    sale,
    messages.reduce((facts, message, at) => applyMessage(facts, message, at), unknown),
  )

describe('the credits of a part of a payment', () => {
  it.each([
    [0, 0],
    [1, 1],
    [333, 333],
    [500, 500],
    [998, 998],
    [999, 1_000],
    [5_000, 1_000],
  ])('%i cents of 999 for 1000 credits are %i', (part, credits) =>
    expect(creditsFor(sale, part)).toBe(credits),
  )

  it('are never more than the part is worth, and never fewer for a larger part', () => {
    const money = fc.integer({ min: 1, max: 99_999_999 })
    fc.assert(
      fc.property(
        money,
        fc.integer({ min: 1, max: 10_000_000 }),
        money,
        money,
        (amount, credits, one, other) => {
          const [less, more] = [Math.min(one, other), Math.max(one, other)].map((part) =>
            creditsFor({ credits, amount }, part),
          )
          expect(less).toBeLessThanOrEqual(more ?? 0)
          expect(more).toBeLessThanOrEqual(credits)
          if (one < amount) {
            const exact = (BigInt(credits) * BigInt(one)) / BigInt(amount)
            expect(BigInt(creditsFor({ credits, amount }, one))).toBe(exact)
          }
        },
      ),
    )
  })
})

describe('a payment', () => {
  it('is paid once the money has arrived, in any order of events', () => {
    expect(settledBy(progress('waiting'))).toMatchObject({ status: 'waiting', isPaid: false })
    expect(settledBy(progress('waiting'), progress('paid'))).toMatchObject({
      status: 'paid',
      isPaid: true,
    })
    expect(settledBy(progress('paid'), progress('waiting'))).toMatchObject({ status: 'paid' })
    expect(settledBy(progress('expired'), progress('paid'))).toMatchObject({ status: 'paid' })
    expect(settledBy(progress('paid'), progress('expired'))).toMatchObject({ status: 'paid' })
    expect(settledBy(progress('waiting'), progress('failed'))).toMatchObject({
      status: 'failed',
      isPaid: false,
    })
  })

  it('loses the credits of the total refund', () => {
    expect(settledBy(progress('paid'), refund(333))).toMatchObject({
      status: 'partly_refunded',
      takenBack: 333,
    })
    expect(settledBy(progress('paid'), refund(333), refund(999))).toMatchObject({
      status: 'refunded',
      takenBack: 1_000,
    })
    expect(settledBy(progress('paid'), refund(999), refund(333))).toMatchObject({
      status: 'refunded',
      takenBack: 1_000,
    })
    expect(settledBy(refund(999))).toMatchObject({ status: 'open', takenBack: 0 })
  })

  it('loses its credits during a dispute, and not during an inquiry', () => {
    const paid = progress('paid')
    expect(settledBy(paid, dispute('inquiry'))).toMatchObject({ status: 'paid', takenBack: 0 })
    expect(settledBy(paid, dispute('open'))).toMatchObject({
      status: 'disputed',
      isDisputed: true,
      takenBack: 1_000,
    })
    expect(settledBy(paid, dispute('open'), dispute('lost'))).toMatchObject({
      status: 'disputed',
      takenBack: 1_000,
    })
    expect(settledBy(paid, dispute('open'), dispute('won'))).toMatchObject({
      status: 'paid',
      takenBack: 0,
    })
    expect(settledBy(paid, dispute('won'), dispute('open'))).toMatchObject({
      status: 'paid',
      takenBack: 0,
    })
    expect(
      settledBy(paid, dispute('open'), dispute('won'), dispute('open', 500, 'dp_2')),
    ).toMatchObject({
      takenBack: 500,
    })
  })

  it('never loses more credits than it bought', () => {
    expect(settledBy(progress('paid'), refund(999), dispute('open'))).toMatchObject({
      takenBack: 1_000,
    })
    expect(settledBy(progress('paid'), refund(600), dispute('open', 300))).toMatchObject({
      takenBack: 900,
    })
  })

  it('loses credits by the part of the total with tax, and all of them for the whole', () => {
    const taxed = { ...bought, amount: 1_199 }
    const paid: PaymentMessage = { ...checkout('paid'), bought: taxed, tax: 200 }
    expect(settledBy(paid, refund(999))).toMatchObject({
      ...{ status: 'partly_refunded', takenBack: 833 },
    })
    expect(settledBy(refund(1_199), paid)).toMatchObject({ status: 'refunded', takenBack: 1_000 })
    expect(settledBy(paid, dispute('open', 1_199))).toMatchObject({ takenBack: 1_000 })
  })

  it('has the same result in any order of events', () => {
    const reports: { message: PaymentMessage; at: number }[] = [
      progress('waiting'),
      progress('paid'),
      // Two that contradict each other.
      { ...checkout('paid'), bought: { ...bought, amount: 1_199 }, tax: 200 },
      { ...checkout('paid'), bought: { ...bought, amount: 1_199 }, tax: 100 },
      { about: 'refund-progress', state: 'succeeded', intentId, amount: 900, currency } as const,
      progress('expired'),
      refund(100),
      refund(400),
      dispute('open', 200),
      dispute('won', 200),
      dispute('lost', 300, 'dp_2'),
    ].map((message, at) => ({ message, at }))
    const settled = (order: typeof reports) =>
      settlePayment(
        sale,
        order.reduce((facts, { message, at }) => applyMessage(facts, message, at), unknown),
      )
    const expected = settled(reports)
    expect(expected).toEqual({ status: 'disputed', isPaid: true, isDisputed: true, takenBack: 583 })
    const all = fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 })
    fc.assert(
      fc.property(all, (order) => {
        expect(settled(order)).toEqual(expected)
      }),
    )
  })
})

describe('a payment message', () => {
  const asked = {
    id: 'payment',
    account_id: 'ada',
    pack: 'start',
    ...sale,
    currency,
    checkout_id: 'cs_1',
  }

  it.each([
    [null, 999, 0, null],
    [null, 1_199, 200, 'amount: ours 999, told 1199; tax: ours 0, told 200'],
    [null, 999, 160, 'tax: ours 0, told 160'],
    ['exclusive', 1_199, 200, null],
    ['exclusive', 999, 0, null],
    ['exclusive', 999, 160, 'amount: ours 999, told 839'],
    ['inclusive', 999, 160, null],
    ['inclusive', 1_199, 200, 'amount: ours 999, told 1199'],
  ] as const)(
    'of a checkout with %s tax, of %i cents with %i of tax',
    (behavior, amount, tax, found) => {
      const message = { ...checkout('paid'), bought: { ...bought, amount }, tax }
      expect(describeDifference({ ...asked, tax_behavior: behavior }, message)).toBe(found)
    },
  )

  it.each([-1, 0.5, 1_000, Number.NaN])('with a tax of %d in 999 cents is invalid', (tax) => {
    expect(findMessageProblem({ ...checkout('paid'), tax })).toMatch(/^the tax is /)
  })

  it('matches its checkout, or is reported with the difference', () => {
    expect(describeDifference(asked, progress('paid'))).toBeNull()
    expect(describeDifference({ ...asked, checkout_id: null }, progress('paid'))).toBeNull()
    expect(describeDifference({ ...asked, amount: 1 }, progress('paid'))).toBe(
      'amount: ours 1, told 999',
    )
    for (const other of [
      { currency: 'eur' },
      { pack: 'other' },
      { credits: 1 },
      { account_id: 'eve' },
      { checkout_id: 'cs_2' },
    ]) {
      expect(describeDifference({ ...asked, ...other }, progress('paid'))).toMatch(
        /: ours .+, told /,
      )
    }
    expect(describeDifference(asked, refund(1))).toBeNull()
    const invoice: PaymentMessage & { about: 'invoice' } = {
      about: 'invoice',
      ...{ intentId: null, paymentId: 'payment', accountId: 'ada' },
      ...{ invoiceId: 'in_1', url: 'https://invoice.stripe.com/1', pdf: null, amount: 5, currency },
    }
    expect(describeDifference(asked, invoice)).toBeNull()
    expect(describeDifference(asked, { ...invoice, accountId: 'eve' })).toBe(
      'account: ours ada, told eve',
    )
    expect(describeDifference({ ...asked, currency: 'eur' }, refund(1))).toBe(
      'currency: ours eur, told usd',
    )
  })
})
