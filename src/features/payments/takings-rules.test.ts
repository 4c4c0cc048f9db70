import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moneyBetween, type PaymentHistory } from './takings-rules.ts'

describe('money', () => {
  const event = fc.record({
    receivedAt: fc.integer({ min: 0, max: 99 }),
    at: fc.integer({ min: 0, max: 99 }),
    message: fc.oneof(
      fc.record({
        ...{ about: fc.constant('refund' as const), intentId: fc.constant('i') },
        ...{ amount: fc.integer({ min: 0, max: 1_000 }), currency: fc.constant('usd') },
      }),
      fc.record({
        ...{ about: fc.constant('dispute' as const), intentId: fc.constant('i') },
        ...{ disputeId: fc.constantFrom('a', 'b'), currency: fc.constant('usd') },
        ...{ amount: fc.integer({ min: 0, max: 1_000 }) },
        state: fc.constantFrom(
          'inquiry' as const,
          'open' as const,
          'lost' as const,
          'won' as const,
        ),
      }),
    ),
  })
  const history: fc.Arbitrary<PaymentHistory> = fc.record({
    total: fc.constant(1_000),
    tax: fc.constantFrom(0, 167),
    currency: fc.constantFrom('usd', 'eur'),
    paidAt: fc.option(fc.integer({ min: 0, max: 99 })),
    events: fc
      .array(event, { maxLength: 6 })
      .map((events) => events.toSorted((one, other) => one.receivedAt - other.receivedAt)),
  })

  it('of the parts of a time adds up to that of all of it', () => {
    fc.assert(
      fc.property(
        fc.array(history, { maxLength: 5 }),
        fc.integer({ min: 0, max: 99 }),
        (all, cut) => {
          const parts = [moneyBetween(all, 0, cut), moneyBetween(all, cut, 100)]
          const whole = moneyBetween(all, 0, 100)
          for (const currency of ['usd', 'eur'])
            for (const name of ['payments', 'paid', 'refunded', 'disputed', 'tax'] as const)
              expect(parts.reduce((sum, part) => sum + (part[currency]?.[name] ?? 0), 0)).toBe(
                whole[currency]?.[name] ?? 0,
              )
        },
      ),
    )
  })

  it('of a refund that came before its payment counts with the payment', () => {
    const refund = { about: 'refund', intentId: 'i', amount: 400, currency: 'usd' } as const
    const early = { message: refund, at: 1, receivedAt: 10 }
    const paid = { total: 1_000, tax: 0, currency: 'usd', paidAt: 50, events: [early] }
    expect(moneyBetween([paid], 0, 50)).toEqual({})
    expect(moneyBetween([paid], 50, 100)).toEqual({
      usd: { payments: 1, paid: 1_000, refunded: 400, disputed: 0, tax: 0 },
    })
    expect(moneyBetween([{ ...paid, paidAt: null }], 0, 100)).toEqual({})
  })

  it('is without tax, which goes back with refunds to the cent', () => {
    const refund = (amount: number, receivedAt: number) => ({
      message: { about: 'refund', intentId: 'i', amount, currency: 'usd' } as const,
      ...{ at: receivedAt, receivedAt },
    })
    const events = [refund(400, 20), refund(1_200, 30)]
    const payment = { total: 1_200, tax: 200, currency: 'usd', paidAt: 10, events }
    const usd = { payments: 0, paid: 0, refunded: 0, disputed: 0, tax: 0 }
    expect(moneyBetween([payment], 0, 15)).toEqual({
      usd: { ...usd, payments: 1, paid: 1_000, tax: 200 },
    })
    expect(moneyBetween([payment], 15, 25)).toEqual({ usd: { ...usd, refunded: 334, tax: -66 } })
    expect(moneyBetween([payment], 25, 35)).toEqual({ usd: { ...usd, refunded: 666, tax: -134 } })
  })

  it('with the tax is what the payment provider moved', () => {
    fc.assert(
      fc.property(fc.array(history, { maxLength: 5 }), (all) => {
        const taxed = moneyBetween(all, 0, 100)
        const gross = moneyBetween(
          all.map((one) => ({ ...one, tax: 0 })),
          0,
          100,
        )
        for (const currency of ['usd', 'eur']) {
          const [net, whole] = [taxed[currency], gross[currency]]
          const moved = (sum = whole) =>
            sum ? sum.paid - sum.refunded - sum.disputed + sum.tax : 0
          expect(moved(net)).toBe(moved(whole))
        }
      }),
    )
  })
})
