import { expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import { testDatabase } from '#testing/database/database.ts'
import { fluxDev } from '#testing/models.ts'
import { checkoutEvent, paymentWorld, refundEvent } from './test-support.ts'

/** What flux-dev costs. */
const price = 30
const parts = 40

it('credits that are refunded and spent concurrently are used once', async () => {
  const world = await paymentWorld()
  // Connections of their own, because the refunds wait for each other.
  const otherConnection = { ...world.context, database: await testDatabase() }
  const sale = await world.begin({ credits: 100_000, amount: 100_000 })
  await world.send(checkoutEvent('completed', sale, { credits: 100_000, amount: 100_000 }))
  const work = {
    accountId: sale.account.id,
    model: fluxDev,
    input: { prompt: 'a fox' },
    isPublic: true,
  }

  let isTaken = false
  const spend = async () => {
    let started = 0
    for (; !isTaken; started++)
      await startGeneration(otherConnection, { ...work, requestId: undefined })
    return started
  }
  const spending = Promise.all([spend(), spend(), spend(), spend()])
  for (let part = 1; part <= parts; part++) await world.send(refundEvent(sale, part * 100))
  isTaken = true
  const started = (await spending).reduce((sum, one) => sum + one, 0)

  expect(started).toBeGreaterThan(0)
  const { balance, sum, owed } = await world.money(sale.account)
  expect({ balance, owed }).toEqual({ balance: 100_000 - parts * 100 - started * price, owed: 0 })
  expect(balance).toBe(sum)
  expect((await verifyLedger(world.context)).faults).toEqual([])
})
