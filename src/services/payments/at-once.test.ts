import { expect, it } from 'vitest'
import { fluxDev } from '#catalogue/models/flux-dev.ts'
import { startGeneration } from '../generations/starting/start-generation.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'
import { Refused } from '../refused.ts'
import { checkoutEvent, disputeEvent, paymentWorld, refundEvent } from './payment-world.fixture.ts'

/** What flux-dev costs. */
const price = 30

it('credits that are taken back while they are spent are spent or taken, never both', async () => {
  const world = await paymentWorld()
  const { context } = world
  for (let round = 0; round < 5; round++) {
    const sale = await world.begin()
    await world.tell(checkoutEvent('completed', sale))
    const start = async () => {
      const work = { accountId: sale.account.id, model: fluxDev, input: { prompt: 'a fox' }, isPublic: true }
      return startGeneration(context, { ...work, requestId: undefined }).then(
        () => 1,
        (error: unknown) => {
          if (error instanceof Refused) return 0
          throw error
        },
      )
    }
    const starts = Array.from({ length: 20 }, start)
    const goingBack = [refundEvent(sale, 333), disputeEvent(sale, 'needs_response', { amount: 666 })].map(world.tell)
    const more = Array.from({ length: 20 }, start)
    const started = (await Promise.all([...starts, ...more])).reduce((sum, one) => sum + one, 0)
    await Promise.all(goingBack)

    const { balance, sum, owed } = await world.money(sale.account)
    expect(balance).toBe(sum)
    expect(balance - owed).toBe(-started * price)
  }
  expect((await verifyLedger(context)).faults).toEqual([])
})
