import { type Expression, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { newestAccounts, searchAccounts } from '#core/accounts/queries/admin-accounts.ts'
import { testDatabase } from '#testing/database/database.ts'

const database = await testDatabase()
const count = 20_000

const idOf = (n: number) => `00000000-0000-0000-0000-${n.toString(16).padStart(12, '0')}`

/** So many that a scan or a sort of all of them cannot be the cheapest plan. */
beforeAll(async () => {
  await sql`insert into account (id, email, name)
    select lpad(to_hex(n), 32, '0')::uuid, 'a' || n || '@example.com', 'person ' || n from generate_series(1, ${count}::int) n`.execute(
    database,
  )
  await sql`analyze account`.execute(database)
})

async function planOf(query: Expression<unknown>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(database)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const limit = 25
const page = { text: '', before: null, limit }
const deep = idOf(10)

it.each<[string, Expression<unknown>]>([
  ['the newest accounts', newestAccounts(database, page)],
  ['older accounts', newestAccounts(database, { ...page, before: deep })],
])('reads %s in the order of an index', async (_, query) => {
  const plan = await planOf(query)
  expect(plan).toMatch(/Index (Only )?Scan/)
  expect(plan).not.toMatch(/Seq Scan|Sort/)
})

it.each<[string, Expression<unknown>]>([
  ['accounts by a part of the address', newestAccounts(database, { ...page, text: '19999' })],
  ['accounts by two letters', newestAccounts(database, { ...page, text: 'b7' })],
])('finds %s without reading all', async (_, query) => {
  expect(await planOf(query)).not.toMatch(/Seq Scan|Backward/)
})

it('pages through accounts without a gap, and counts up to a limit', async () => {
  const first = await searchAccounts(database, page)
  expect(first.rows.map(({ id }) => id).slice(0, 2)).toEqual([idOf(count), idOf(count - 1)])
  expect(first.total).toBe(10_001)
  const next = await searchAccounts(database, { ...page, before: first.rows.at(-1)?.id ?? '' })
  expect(next.rows[0]?.id).toBe(idOf(count - limit))
  expect(await searchAccounts(database, { ...page, text: 'PERSON 777' })).toMatchObject({
    total: 11,
  })
  const short = await searchAccounts(database, { ...page, text: 'A1' })
  expect(short.total).toBe(10_001)
  expect((await searchAccounts(database, { ...page, text: '_1' })).total).toBe(0)
})
