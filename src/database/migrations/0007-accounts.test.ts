import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'
import { execute, named } from '#testing/database/postgres.ts'
import { type Database, openDatabase } from '../database.ts'
import { findSpendingFaults } from '../queries/ledger.ts'
import * as foundation from './0001-foundation.ts'
import * as life from './0002-life.ts'
import * as retention from './0003-retention.ts'
import * as inputs from './0004-inputs.ts'
import * as uploads from './0005-uploads.ts'
import * as history from './0006-history.ts'
import * as accounts from './0007-accounts.ts'

type Step = { up(database: unknown): Promise<void> }

async function emptyDatabase(): Promise<Database> {
  const { maintenance, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await execute(maintenance, `create database ${name}`)
  const database = openDatabase(named(maintenance, name), () => undefined, 1)
  onTestFinished(async () => {
    await database.destroy()
    await execute(maintenance, `drop database ${name} with (force)`)
  })
  return database
}

it('counts the spending on the day of the upgrade', async () => {
  const database = await emptyDatabase()
  for (const step of [foundation, life, retention, inputs, uploads, history])
    await (step as Step).up(database)
  const id = randomUUID()
  await sql`insert into account (id, email, credits) values (${id}, 'ada@example.com', 1000)`.execute(
    database,
  )
  const charge = async (number: number, age: string, refunded: number) => {
    const made = randomUUID()
    await sql`insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested,
        refunded, status, deadline, number, created_at)
      values (${made}, ${id}, ${made}, 'image', 'test', 'test', '{}', 30, 1, ${refunded}, 'completed', now(), ${number},
        now() - ${age}::interval)`.execute(database)
    await sql`insert into credit_entry (account_id, generation_id, reason, credits, balance_after)
      values (${id}, ${made}, 'charge', -30, 0)`.execute(database)
    if (refunded === 0) return
    await sql`insert into credit_entry (account_id, generation_id, reason, credits, balance_after)
      values (${id}, ${made}, 'refund', ${refunded}, 0)`.execute(database)
  }
  await charge(1, '1 day', 0)
  await charge(2, '0 s', 0)
  await charge(3, '0 s', 10)
  await (accounts as Step).up(database)

  const account = database.selectFrom('account').select('spent').where('id', '=', id)
  expect(await account.executeTakeFirst()).toEqual({ spent: 50 })
  expect(await findSpendingFaults(database)).toEqual([])
})
