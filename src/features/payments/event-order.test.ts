import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { takeCredits } from '#core/accounts/queries/admin-accounts.ts'
import { addCredits } from '#core/credits/queries/ledger.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { creditsFor } from './settle-rules.ts'
import {
  checkoutEvent,
  disputeEvent,
  invoiceEvent,
  paymentWorld,
  refundEvent,
  refundProgressEvent,
  type Sale,
  type World,
} from './test-support.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld()
})

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length <= 1) return [items]
  return items.flatMap((item, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]),
  )
}

describe('payment events in any order', () => {
  const tellings: Record<string, (sale: Sale) => object[]> = {
    'a slow bank, given up and paid after all': (sale) => [
      checkoutEvent('completed', sale, { unpaid: true }),
      checkoutEvent('expired', sale),
      checkoutEvent('async_payment_succeeded', sale),
      refundEvent(sale, 333),
    ],
    'a refund and a dispute that is won': (sale) => [
      checkoutEvent('completed', sale),
      refundEvent(sale, 333),
      disputeEvent(sale, 'needs_response', { amount: 666 }),
      disputeEvent(sale, 'won', { amount: 666 }),
    ],
  }

  it.each(Object.keys(tellings))('have the same result: %s', async (name) => {
    const count = tellings[name]?.(await world.begin()).length ?? 0
    for (const order of permutations([...Array(count).keys()])) {
      const sale = await world.begin()
      const events = tellings[name]?.(sale) ?? []
      for (const at of order) await world.send(events[at] ?? {})
      const { balance, sum, owed, hasPaid } = await world.money(sale.account)
      expect({ order, balance, sum, owed, hasPaid }).toEqual({
        order,
        balance: 667,
        sum: 667,
        owed: 0,
        hasPaid: true,
      })
      expect(await world.payment(sale.paymentId)).toMatchObject({
        status: 'partly_refunded',
        taken_back: 333,
      })
    }
  })

  it('have the same result with tax, an invoice and the progress of a refund', async () => {
    const reports = ['paid', 'invoice', 'refund', 'pending', 'succeeded']
    for (const order of permutations(reports)) {
      const sale = await world.begin({ taxBehavior: 'exclusive' })
      const request = await world.requestRefund(sale, 333)
      const of = { request, amount: 333 }
      const events: Record<string, object> = {
        paid: checkoutEvent('completed', sale, { amount: 1_199, tax: 200 }),
        invoice: invoiceEvent(sale),
        refund: refundEvent(sale, 333),
        pending: refundProgressEvent(sale, 'pending', of),
        succeeded: refundProgressEvent(sale, 'succeeded', of),
      }
      for (const name of order) await world.send(events[name] ?? {})
      expect({ order, ...(await world.money(sale.account)) }).toMatchObject({
        ...{ order, balance: 723, sum: 723, owed: 0 },
      })
      expect(await world.payment(sale.paymentId)).toMatchObject({
        ...{ status: 'partly_refunded', taken_back: 277, total: 1_199, tax: 200 },
        invoice: { url: 'https://invoice.stripe.com/i/acct_1/live_1' },
      })
      expect(await world.refunds(sale.paymentId)).toMatchObject([
        { state: 'succeeded', provider_id: `re_${request}` },
      ])
    }
  }, 300_000)

  it('of a refund that the bank rejects after it succeeded leave it failed, in any order', async () => {
    for (const order of permutations(['pending', 'succeeded', 'failed'])) {
      const sale = await world.begin()
      await world.send(checkoutEvent('completed', sale))
      const request = await world.requestRefund(sale, 333)
      for (const status of order)
        await world.send(refundProgressEvent(sale, status, { request, amount: 333 }))
      expect(await world.refunds(sale.paymentId)).toMatchObject([
        { state: 'failed', error: 'expired_or_canceled_card' },
      ])
      expect(await world.money(sale.account)).toMatchObject({ balance: 1_000 })
    }
  })

  it('of refunds and invoices that lie change neither another payment nor the credits', async () => {
    const [sale, other] = [await world.begin(), await world.begin()]
    const second = await world.begin({ account: sale.account })
    for (const one of [sale, other, second]) await world.send(checkoutEvent('completed', one))
    const request = await world.requestRefund(sale, 333)
    const lies: [object, string][] = [
      [refundProgressEvent(other, 'succeeded', { request, amount: 333 }), 'noted'],
      [refundProgressEvent(second, 'succeeded', { request, amount: 333 }), 'noted'],
      [refundProgressEvent(sale, 'succeeded', { request, amount: 334 }), 'noted'],
      [refundProgressEvent(sale, 'succeeded', { request: 'no id', amount: 333 }), 'noted'],
      [invoiceEvent(sale, { accountId: other.account.id }), 'differs'],
      [invoiceEvent(sale, { currency: 'eur' }), 'differs'],
      [invoiceEvent({ ...sale, paymentId: 'no id' }), 'unknown'],
    ]
    for (const [event, outcome] of lies) expect(await world.send(event)).toBe(outcome)
    expect(await world.refunds(sale.paymentId)).toMatchObject([{ state: 'requested' }])
    expect((await world.payment(sale.paymentId)).invoice).toBeNull()
    expect(await world.money(sale.account)).toMatchObject({ balance: 2_000, owed: 0 })
    expect(await world.money(other.account)).toMatchObject({ balance: 1_000, owed: 0 })
  })

  it('have the same result when they are concurrent', async () => {
    for (let round = 0; round < 10; round++) {
      const sale = await world.begin()
      await Promise.all(
        (tellings['a refund and a dispute that is won']?.(sale) ?? []).map(world.send),
      )
      expect(await world.money(sale.account)).toMatchObject({ balance: 667, sum: 667, owed: 0 })
    }
  })
})

type OperatorAction =
  | { act: 'pay' | 'grant' | 'spend'; part: number }
  | { act: 'refund'; part: number }
  | {
      act: 'dispute'
      status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response'
      part: number
      id: number
    }

const part = fc.double({ min: 0, max: 1, noNaN: true })
const acts = fc.oneof(
  fc.record({ act: fc.constantFrom<('pay' | 'grant' | 'spend')[]>('pay', 'grant', 'spend'), part }),
  fc.record({ act: fc.constant('refund' as const), part }),
  fc.record({
    act: fc.constant('dispute' as const),
    status: fc.constantFrom(
      ...(['needs_response', 'won', 'lost', 'warning_needs_response'] as const),
    ),
    part,
    id: fc.integer({ min: 1, max: 2 }),
  }),
)

describe('a random sequence of payment events', () => {
  it('keeps the ledger consistent and the balance at 0 or above at every step', async () => {
    const steps = fc.array(
      fc.record({ sale: fc.nat({ max: 1 }), step: acts, again: fc.boolean() }),
      { maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        const first = await world.begin()
        const sales = [first, await world.begin({ account: first.account })] as const
        const own = { granted: 0, spent: 0 }
        for (const { sale, step, again } of story) {
          await perform(sales[sale] ?? first, step, { again, own })
          await check(sales, own)
        }
      }),
      { numRuns: 40 },
    )
    expect((await verifyLedger(world.context)).faults).toEqual([])
  }, 240_000)
})

type Own = { granted: number; spent: number }

async function perform(
  sale: Sale,
  step: OperatorAction,
  { again, own }: { again: boolean; own: Own },
) {
  if (step.act === 'grant') own.granted += await grant(sale, Math.ceil(step.part * 500) + 1)
  if (step.act === 'spend') own.spent += await spend(sale, step.part)
  const event = eventOf(sale, step)
  if (!event) return
  await world.send(event)
  if (again) expect(await world.send(event)).toBe('repeated')
}

function eventOf(sale: Sale, step: OperatorAction): object | null {
  const amount = Math.round(step.part * 999)
  if (step.act === 'pay') return checkoutEvent('completed', sale)
  if (step.act === 'refund') return refundEvent(sale, amount)
  if (step.act !== 'dispute') return null
  return disputeEvent(sale, step.status, { amount, id: `dp_${step.id}_${sale.intentId}` })
}

/**
 * All credits that were granted, less those taken back and spent, are in the balance or owed.
 */
async function check(sales: readonly Sale[], { granted, spent }: Own) {
  const [first] = sales
  if (!first) return
  const { balance, sum, owed } = await world.money(first.account)
  const payments = await Promise.all(sales.map(({ paymentId }) => world.payment(paymentId)))
  const due = payments.map((payment) => {
    if (!payment.paid_at) return 0
    const withheld = Object.values(payment.disputes).filter(
      ({ state }) => state === 'open' || state === 'lost',
    )
    const gone = withheld.reduce((all, { amount }) => all + amount, payment.amount_refunded)
    return payment.credits - creditsFor(payment, gone)
  })
  expect(balance).toBe(sum)
  expect(balance).toBeGreaterThanOrEqual(0)
  expect(owed === 0 || balance === 0).toBe(true)
  expect(balance - owed).toBe(granted - spent + due.reduce((all, credits) => all + credits, 0))
}

async function grant({ account }: Sale, credits: number): Promise<number> {
  await addCredits(world.context.database, {
    accountId: account.id,
    credits,
    reason: 'grant',
    note: null,
  })
  return credits
}

async function spend({ account }: Sale, part: number): Promise<number> {
  const { balance } = await world.money(account)
  const credits = Math.ceil(balance * part)
  if (credits === 0) return 0
  await takeCredits(world.context.database, { accountId: account.id, credits, note: 'spent' })
  return credits
}
