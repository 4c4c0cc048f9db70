import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { takeCredits } from '#core/accounts/queries/admin-accounts.ts'
import { receivePaymentEvent } from './receive-event.ts'
import {
  checkoutEvent,
  disputeEvent,
  paymentWorld,
  refundEvent,
  type Sale,
  sign,
  type World,
} from './test-support.ts'

let world: World
const published: string[] = []
beforeAll(async () => {
  const publish = ({ accountId }: { accountId: string }) => void published.push(accountId)
  const none = () => undefined
  world = await paymentWorld({ changes: { publish, publishDue: none, publishRevocation: none } })
})

const nothing = { balance: 0, sum: 0, entries: [], owed: 0, hasPaid: false }
const bought = { balance: 1_000, sum: 1_000, entries: ['purchase 1000'], owed: 0, hasPaid: true }

type Checkout = { metadata: object }

async function paid(): Promise<Sale> {
  const sale = await world.begin()
  expect(await world.send(checkoutEvent('completed', sale))).toBe('granted')
  return sale
}

describe('a payment event', () => {
  it('grants the credits, marks the account as paid and notifies open tabs', async () => {
    const sale = await paid()
    expect(await world.money(sale.account)).toEqual(bought)
    const { checkoutId: checkout_id, intentId: intent_id } = sale
    const payment = await world.payment(sale.paymentId)
    expect(payment).toMatchObject({
      status: 'paid',
      checkout_id,
      intent_id,
      paid_at: expect.any(Date),
    })
    expect(published).toContain(sale.account.id)
  })

  it('is applied once, however often it is sent', async () => {
    const sale = await world.begin()
    const event = checkoutEvent('completed', sale)
    expect(await world.send(event)).toBe('granted')
    expect(await world.send(event)).toBe('repeated')
    expect(await world.send(checkoutEvent('completed', sale))).toBe('noted')
    expect(await world.money(sale.account)).toEqual(bought)
  })

  it('is applied once when fifty deliveries are concurrent', async () => {
    const sale = await world.begin()
    const event = checkoutEvent('completed', sale)
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => world.send(event)))
    expect(outcomes.filter((outcome) => outcome === 'granted')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(49)
    expect(await world.money(sale.account)).toEqual(bought)
  })

  it.each([
    ['NUL in an id', (checkout: Checkout) => ({ ...checkout, payment_intent: 'pi\0x' })],
    [
      'NUL in the pack',
      (checkout: Checkout) => ({
        ...checkout,
        metadata: { ...checkout.metadata, pack: 'st\0art' },
      }),
    ],
    ['a lone surrogate', (checkout: Checkout) => ({ ...checkout, currency: '\ud800' })],
    ['a negative amount', (checkout: Checkout) => ({ ...checkout, amount_total: -999 })],
    ['a part of a cent', (checkout: Checkout) => ({ ...checkout, amount_total: 999.5 })],
    ['more than there is', (checkout: Checkout) => ({ ...checkout, amount_total: 1e30 })],
    ['no number', (checkout: Checkout) => ({ ...checkout, amount_total: 'many' })],
    ['no currency', (checkout: Checkout) => ({ ...checkout, currency: 'dollars' })],
    ['no object', () => null],
  ])(
    'signed and with %s: recorded once, the operator alerted, nothing granted',
    async (_, change) => {
      const sale = await world.begin()
      const good = checkoutEvent('completed', sale)
      const event = { ...good, data: { object: change(good.data.object as Checkout) } }
      const before = (await world.notes()).length
      expect(await world.send(event)).toBe('invalid')
      expect(await world.send(event)).toBe('repeated')
      expect(await world.event(event.id)).toMatchObject({
        outcome: 'invalid',
        message: null,
        detail: expect.any(String),
      })
      expect((await world.notes()).slice(before)).toEqual([expect.stringContaining(event.id)])
      expect(await world.money(sale.account)).toEqual(nothing)
    },
  )

  it.each([
    ['NUL in its id', { id: 'evt_\0odd' }],
    ['no id', { id: undefined }],
    ['no time', { created: 'now' }],
    ['a time that never comes', { created: 1e15 }],
  ])(
    'signed and with %s is taken for what it says or reported, never sent again',
    async (_, odd) => {
      const sale = await world.begin()
      const event = { ...checkoutEvent('completed', sale), ...odd }
      expect(['granted', 'invalid']).toContain(await world.send(event))
      expect(await world.send(event)).toBe('repeated')
    },
  )

  it.each([-500, 99.5, 1e12])(
    'of a refund or dispute of %d cents changes nothing',
    async (amount) => {
      const sale = await paid()
      expect(await world.send(refundEvent(sale, amount))).toBe('invalid')
      expect(await world.send(disputeEvent(sale, 'needs_response', { amount }))).toBe('invalid')
      expect(await world.money(sale.account)).toEqual(bought)
    },
  )

  it('is rejected when it is unsigned, signed with another secret, changed, or old', async () => {
    const sale = await world.begin()
    const event = checkoutEvent('completed', sale)
    const good = sign(event)
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600
    const forgeries = [
      { ...good, signature: undefined },
      { ...good, signature: '' },
      { ...good, signature: 't=1,v1=00' },
      sign(event, 'whsec_other'),
      sign(event, undefined, hourAgo),
      { ...good, body: sign({ ...event, id: 'evt_other' }).body },
    ]
    for (const forgery of forgeries)
      expect(await receivePaymentEvent(world.context, forgery)).toMatchObject({ outcome: 'forged' })
    expect(await receivePaymentEvent({ ...world.context, payments: null }, good)).toMatchObject({
      outcome: 'forged',
    })
    expect(await world.event(event.id)).toBeUndefined()
    expect(await world.money(sale.account)).toEqual(nothing)
  })

  it('of an unknown payment is recorded and grants nothing', async () => {
    const sale = await world.begin()
    const strangers = [{ paymentId: uuid() }, { paymentId: 'no id' }].map((other) => ({
      ...sale,
      ...other,
    }))
    for (const stranger of strangers) {
      const event = checkoutEvent('completed', stranger)
      expect(await world.send(event)).toBe('unknown')
      expect(await world.event(event.id)).toMatchObject({ outcome: 'unknown', payment_id: null })
    }
    expect(await world.send({ ...checkoutEvent('completed', sale), type: 'invoice.paid' })).toBe(
      'ignored',
    )
    expect(await world.money(sale.account)).toEqual(nothing)
  })

  it('that differs from its checkout grants nothing and alerts the operator', async () => {
    const sale = await world.begin()
    const other = await world.begin()
    for (const checkout of [
      { amount: 1 },
      { amount: 99_900 },
      { currency: 'jpy' },
      { pack: 'atelier' },
      { credits: 100_000 },
      { accountId: other.account.id },
    ]) {
      const event = checkoutEvent('completed', sale, checkout)
      expect(await world.send(event)).toBe('differs')
      expect(await world.event(event.id)).toMatchObject({
        outcome: 'differs',
        payment_id: sale.paymentId,
      })
      const [field, value] = Object.entries(checkout)[0] ?? []
      expect((await world.notes()).at(-1)).toContain(
        `${field === 'accountId' ? 'account' : field}: ours`,
      )
      expect((await world.notes()).at(-1)).toContain(`told ${value}`)
    }
    expect(await world.money(sale.account)).toEqual(nothing)
    expect(await world.money(other.account)).toEqual(nothing)
    expect(await world.send(checkoutEvent('completed', sale))).toBe('granted')
  })

  it('of a delayed payment grants once it succeeds', async () => {
    const [good, bad] = [await world.begin(), await world.begin()]
    for (const sale of [good, bad]) {
      expect(await world.send(checkoutEvent('completed', sale, { unpaid: true }))).toBe('noted')
      expect(await world.payment(sale.paymentId)).toMatchObject({
        status: 'waiting',
        paid_at: null,
      })
      expect(await world.money(sale.account)).toEqual(nothing)
    }
    expect(await world.send(checkoutEvent('async_payment_succeeded', good))).toBe('granted')
    expect(await world.send(checkoutEvent('async_payment_failed', bad))).toBe('noted')
    expect(await world.money(good.account)).toEqual(bought)
    expect(await world.money(bad.account)).toEqual(nothing)
    expect((await world.payment(bad.paymentId)).status).toBe('failed')
  })

  it('after the account was deleted alerts the operator', async () => {
    const sale = await world.begin()
    await world.context.database
      .updateTable('account')
      .set({ deleted_at: new Date() })
      .where('id', '=', sale.account.id)
      .execute()
    expect(await world.send(checkoutEvent('completed', sale))).toBe('granted')
    expect((await world.notes()).at(-1)).toContain(
      `${sale.paymentId} was paid after its account had been deleted`,
    )
  })
})

describe('a refund or dispute', () => {
  it('takes back the purchased credits, proportionally', async () => {
    const sale = await paid()
    expect(await world.send(refundEvent(sale, 333))).toBe('taken_back')
    expect((await world.money(sale.account)).balance).toBe(667)
    expect((await world.payment(sale.paymentId)).status).toBe('partly_refunded')
    expect(await world.send(refundEvent(sale, 333))).toBe('noted')
    expect(await world.send(refundEvent(sale, 999))).toBe('taken_back')
    const { entries, hasPaid } = await world.money(sale.account)
    expect(entries).toEqual(['purchase 1000', 'reversal -333', 'reversal -667'])
    expect(hasPaid).toBe(true)
    expect((await world.payment(sale.paymentId)).status).toBe('refunded')
    expect(await world.send(refundEvent(sale, 999, 'eur'))).toBe('differs')
  })

  it('of spent credits leaves a debt, which the next purchase repays', async () => {
    const sale = await paid()
    await spend(sale, 900)
    expect(await world.send(refundEvent(sale, 999))).toBe('taken_back')
    expect(await world.money(sale.account)).toMatchObject({ balance: 0, sum: 0, owed: 900 })
    const next = await world.begin({ account: sale.account })
    expect(await world.send(checkoutEvent('completed', next))).toBe('granted')
    const { entries, ...money } = await world.money(sale.account)
    expect(money).toEqual({ balance: 100, sum: 100, owed: 0, hasPaid: true })
    expect(entries.slice(-2)).toEqual(['purchase 1000', 'repayment -900'])
  })

  it('is reversed when the dispute is won, also for spent credits', async () => {
    const sale = await paid()
    await spend(sale, 700)
    expect(await world.send(disputeEvent(sale, 'warning_needs_response'))).toBe('noted')
    expect(await world.send(disputeEvent(sale, 'needs_response'))).toBe('taken_back')
    expect(await world.money(sale.account)).toMatchObject({ balance: 0, owed: 700 })
    expect(await world.payment(sale.paymentId)).toMatchObject({
      status: 'disputed',
      is_disputed: true,
      taken_back: 1_000,
    })
    expect(await world.send(disputeEvent(sale, 'won'))).toBe('given_back')
    const { entries, ...money } = await world.money(sale.account)
    expect(money).toMatchObject({ balance: 300, sum: 300, owed: 0 })
    expect(entries.slice(-3)).toEqual(['reversal -300', 'return 1000', 'repayment -700'])
    expect(await world.payment(sale.paymentId)).toMatchObject({
      status: 'paid',
      is_disputed: false,
      taken_back: 0,
    })
  })

  it('that failed is left to the operator', async () => {
    const sale = await paid()
    const failed = { object: 'refund', payment_intent: sale.intentId, amount: 333, currency: 'usd' }
    expect(
      await world.send({
        ...refundEvent(sale, 0),
        type: 'refund.failed',
        data: { object: failed },
      }),
    ).toBe('noted')
    expect((await world.notes()).at(-1)).toContain(`A refund of payment ${sale.paymentId} failed`)
  })
})

/** Charges credits in the ledger, without a generation. */
async function spend({ account }: Sale, credits: number) {
  await takeCredits(world.context.database, { accountId: account.id, credits, note: 'spent' })
}
