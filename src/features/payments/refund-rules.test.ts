import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RefundState, refundStates } from '#core/credits/payment-message-rules.ts'
import {
  earlierStates,
  isUnresolved,
  type RefundablePayment,
  refundableAmount,
  refuseRefund,
} from './refund-rules.ts'

const paid: RefundablePayment = {
  total: 1_190,
  refunded: 0,
  isPaid: true,
  isDisputed: false,
  refunds: [],
}
const refunds = (...states: [RefundState, number][]) =>
  states.map(([state, amount]) => ({ state, amount }))

describe('a refund of a payment', () => {
  it.each([
    ['all that was paid, with tax', paid, 1_190],
    ['what is left', { ...paid, refunded: 190 }, 1_000],
    ['less what was requested', { ...paid, refunds: refunds(['pending', 90]) }, 1_100],
    ['once', { ...paid, refunded: 90, refunds: refunds(['succeeded', 90]) }, 1_100],
    ['what was refused', { ...paid, refunds: refunds(['refused', 90], ['failed', 5]) }, 1_190],
    [
      'what the bank rejected',
      { ...paid, refunded: 190, refunds: refunds(['failed', 190]) },
      1_190,
    ],
    [
      'less what was refunded at the payment provider itself',
      { ...paid, refunded: 300, refunds: refunds(['succeeded', 200]) },
      890,
    ],
    [
      'the rest, where another was made beside a rejected one',
      { ...paid, refunded: 290, refunds: refunds(['failed', 190], ['succeeded', 100]) },
      1_090,
    ],
    ['nothing of more', { ...paid, refunded: 2_000 }, 0],
    ['nothing unpaid', { ...paid, isPaid: false }, 0],
    ['nothing disputed', { ...paid, isDisputed: true }, 0],
  ])('is of %s', (_, payment, most) => {
    expect(refundableAmount(payment)).toBe(most)
    expect(refuseRefund(payment, most)).toBe(most === 0 ? 'not_refundable' : null)
    if (most > 0) expect(refuseRefund(payment, most + 1)).toEqual({ max: most })
  })

  it('is refused while the outcome of another is unknown', () => {
    for (const state of refundStates)
      expect(refuseRefund({ ...paid, refunds: refunds([state, 1]) }, 5)).toBe(
        state === 'requested' || state === 'unknown' ? 'unresolved' : null,
      )
  })

  it('never exceeds what was paid, whatever is reported in between', () => {
    const step = fc.record({
      amount: fc.integer({ min: 1, max: 1_500 }),
      state: fc.constantFrom(...refundStates),
      isReported: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const made: { amount: number; state: RefundState }[] = []
        let refunded = 0
        for (const { amount, state, isReported } of steps) {
          if (refuseRefund({ ...paid, refunded, refunds: made }, amount) !== null) continue
          made.push({ amount, state })
          const moved = made.filter((one) => one.state !== 'refused' && one.state !== 'failed')
          const sum = moved.reduce((all, one) => all + one.amount, 0)
          expect(sum).toBeLessThanOrEqual(paid.total)
          if (isReported) refunded = Math.max(refunded, sum)
        }
      }),
    )
  })

  it('is only moved forward, to the same state in any order of reports', () => {
    const reports = fc.array(fc.constantFrom(...refundStates), { minLength: 1 })
    const stateAfter = (order: RefundState[]) =>
      order.reduce<RefundState>(
        (known, state) => (earlierStates(state).includes(known) ? state : known),
        'requested',
      )
    fc.assert(
      fc.property(reports, (order) => {
        expect(stateAfter(order)).toBe(stateAfter(order.toReversed()))
        expect(isUnresolved(stateAfter([...order, 'succeeded']))).toBe(false)
      }),
    )
  })
})
