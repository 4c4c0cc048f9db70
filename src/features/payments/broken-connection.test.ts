import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  checkoutEvent,
  disputeEvent,
  paymentWorld,
  refundEvent,
  type Sale,
  type World,
} from './test-support.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld()
})

/**
 * Ends the connection in the middle of the transaction, as when the process or the server is
 * killed.
 */
async function breakBefore(event: 'insert' | 'update', table: string) {
  const { database } = world.context
  await sql`create or replace function die() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()), pg_sleep(5); return new; end $$`.execute(
    database,
  )
  await sql
    .raw(`create trigger die before ${event} on ${table} for each row execute function die()`)
    .execute(database)
}

afterEach(async () => {
  await sql`drop function if exists die cascade`.execute(world.context.database)
})

const points = [
  ['insert', 'credit_entry'],
  ['update', 'account'],
  ['update', 'payment'],
  ['update', 'payment_event'],
] as const

describe('a connection that breaks while an event is applied', () => {
  it.each(points)(
    'grants nothing, and everything when the event is repeated: at the %s of %s',
    async (event, table) => {
      const sale = await world.begin()
      const completed = checkoutEvent('completed', sale)
      await breakBefore(event, table)
      await expect(world.send(completed)).rejects.toThrow()
      await sql`drop function die cascade`.execute(world.context.database)

      expect(await world.event(completed.id)).toBeUndefined()
      expect(await world.money(sale.account)).toMatchObject({ balance: 0, sum: 0, hasPaid: false })
      expect(await world.payment(sale.paymentId)).toMatchObject({ status: 'open', paid_at: null })

      expect(await world.send(completed)).toBe('granted')
      expect(await world.money(sale.account)).toMatchObject({
        balance: 1_000,
        sum: 1_000,
        hasPaid: true,
      })
    },
  )

  it('takes back nothing, until the event is repeated', async () => {
    for (const goingBack of [
      (sale: Sale) => refundEvent(sale, 999),
      (sale: Sale) => disputeEvent(sale, 'lost'),
    ]) {
      const sale = await world.begin()
      await world.send(checkoutEvent('completed', sale))
      const event = goingBack(sale)
      await breakBefore('update', 'payment')
      await expect(world.send(event)).rejects.toThrow()
      await sql`drop function die cascade`.execute(world.context.database)
      expect(await world.money(sale.account)).toMatchObject({ balance: 1_000, sum: 1_000 })
      expect(await world.send(event)).toBe('taken_back')
      expect(await world.money(sale.account)).toMatchObject({ balance: 0, sum: 0 })
    }
  })
})
