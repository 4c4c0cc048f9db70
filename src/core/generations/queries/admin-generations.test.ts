import { randomUUID } from 'node:crypto'
import { type Expression, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountsSearched } from '#core/accounts/queries/admin-accounts.ts'
import type { Database } from '#platform/database/database.ts'
import { isDistributed } from '#platform/database/distributed/accounts-shard.ts'
import { testDatabase } from '#testing/database/database.ts'
import {
  generationsNamed,
  type Names,
  newestGenerations,
  searchGenerations,
} from './admin-generations.ts'

const database = await testDatabase()
const [asked, job] = [randomUUID(), randomUUID()]

/** Fifty accounts with so many records that a scan cannot be the cheapest plan by chance. */
beforeAll(async () => {
  await sql`insert into account (id, email) select gen_random_uuid(), 'a' || n || '@example.com' from generate_series(1, 50) n`.execute(
    database,
  )
  await sql`
    insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested,
      number, status)
    select gen_random_uuid(), id, 'request ' || n, 'image', 'x', 'x', '{}', 0, 1, n,
      'completed'
    from account, generate_series(1, 200) as n`.execute(database)
  await sql`insert into provider_request (request_id, provider, account_id, generation_id)
    select id || '/' || number, 'fal', account_id, id from generation`.execute(database)
  await sql`
    with changed as (
      update generation set request_id = ${asked} where id = (select id from generation limit 1) returning id
    )
    update provider_request set request_id = ${job} from changed where generation_id = id`.execute(
    database,
  )
  await sql`analyze account, generation, provider_request`.execute(database)
})

it('finds a generation by each of its names', async () => {
  const [byJob] = await searchGenerations(database, { requestId: job }, 10)
  const id = byJob?.id ?? ''
  for (const searched of [{ requestId: asked }, { requestId: id, id }]) {
    expect((await searchGenerations(database, searched, 10)).map((found) => found.id)).toEqual([id])
  }
  expect(await searchGenerations(database, { requestId: 'request 7' }, 100)).toHaveLength(50)
  expect(await searchGenerations(database, { requestId: 'nothing' }, 100)).toEqual([])
  const newest = await searchGenerations(database, { email: 'A7@example.com' }, 100)
  expect([newest.length, newest[0]?.email]).toEqual([100, 'a7@example.com'])
})

/** Returns the plan PostgreSQL would use with a large table. */
function planOfLarge(query: Expression<unknown>) {
  return database.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction)
    return planOf(query, transaction)
  })
}

async function planOf(query: Expression<unknown>, of: Database = database) {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(of)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

// A coordinator shows plans in its own form.
describe.skipIf(isDistributed(database))('the plan', () => {
  it.each<[string, Names]>([
    ['a request id', { requestId: asked }],
    ['an id', { requestId: asked, id: asked }],
    ['no name', {}],
  ])('never scans the table for %s', async (_, names) => {
    const plan = await planOf(generationsNamed(database, names, 10))
    expect(plan).toMatch(/Index (Only )?Scan/)
    expect(plan).not.toMatch(/Seq Scan on generation/)
  })

  it('never scans the table for an account', async () => {
    const { id } = await database.selectFrom('account').select('id').executeTakeFirstOrThrow()
    const plan = await planOf(newestGenerations(database, id, 10))
    expect(plan).toMatch(/Index (Only )?Scan/)
    expect(plan).not.toMatch(/Seq Scan on generation/)
  })

  it('looks up a request id once, not account by account', async () => {
    const plan = await planOfLarge(generationsNamed(database, { requestId: asked }, 10))
    expect(plan).toMatch(/Index Cond: \(request_id = /)
  })

  it('finds accounts by parts of their address or name without a scan', async () => {
    const plan = await planOfLarge(accountsSearched(database, 'exampl').select('id'))
    expect(plan).toMatch(/BitmapOr.*account_words.*account_words/s)
  })
})
