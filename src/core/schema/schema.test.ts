import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { schema } from '#features/contributions.ts'
import { testDatabase } from '#testing/database/database.ts'

const database = await testDatabase()

/** Unique among all accounts on a single database; its key is extended where accounts are distributed. */
const lookups = [...schema.referenceTables, 'provider_request']

type Key = { table: string; name: string; columns: string[] }

/** The primary, unique and foreign keys of the tables whose rows each belong to one account. */
async function keysOfAccounts(): Promise<Key[]> {
  const { rows } = await sql<Key>`
    with owned as (
      select attrelid as id from pg_attribute join pg_class on pg_class.oid = attrelid
      where attname = 'account_id' and attnotnull and relkind = 'r' and relnamespace = 'public'::regnamespace
    ), keys as (
      select indrelid as id, indexrelid::regclass::text as name, indkey::int2[] as numbers from pg_index where indisunique
      union all
      select conrelid, conname, conkey from pg_constraint where contype = 'f'
    )
    select id::regclass::text as table, name,
      array(select attname::text from pg_attribute where attrelid = id and attnum = any (numbers)) as columns
    from keys join owned using (id) order by 1, 2`.execute(database)
  return rows.filter(({ table }) => !lookups.includes(table))
}

it('every key of what belongs to an account contains the account', async () => {
  const keys = await keysOfAccounts()
  expect(new Set(keys.map(({ table }) => table)).size).toBeGreaterThan(15)
  expect(keys.filter(({ columns }) => !columns.includes('account_id'))).toEqual([])
})

it('every table has one place in a cluster', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%' and relname !~ '_[0-9]{6,}$'`.execute(database)
  const placed = [...schema.accountTables, ...schema.referenceTables, ...schema.coordinatorTables]
  expect(placed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

it('the generations have at most five indexes', async () => {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indrelid = 'generation'::regclass`.execute(
    database,
  )
  expect(rows.length).toBeGreaterThan(2)
  expect(rows.length).toBeLessThanOrEqual(5)
})

it('tables that grow are vacuumed in small portions', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and exists (
      select from unnest(reloptions) as option
      where option ~ '^autovacuum_vacuum_(insert_)?scale_factor=0.0[1-5]')`.execute(database)
  const grown = [
    'account',
    'credit_entry',
    'generation',
    'history_term',
    'media',
    'provider_request',
  ]
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...grown, 'session'])
})

it.each(['account', 'generation', 'credit_entry', 'audit_entry'])(
  'rows of %s are never deleted',
  async (table) => {
    await sql`insert into account (id, email) values (gen_random_uuid(), gen_random_uuid()::text)`.execute(
      database,
    )
    await sql`insert into audit_entry (actor, act, reason) values ('a', 'b', 'c')`.execute(database)
    await sql`insert into credit_entry (account_id, number, reason, credits, balance_after)
      select id, 1, 'grant', 1, 1 from account on conflict do nothing`.execute(database)
    await sql`insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested, number)
      select gen_random_uuid(), id, 'x', 'image', 'x', 'x', '{}', 1, 1, 1 from account on conflict do nothing`.execute(
      database,
    )
    await expect(sql`delete from ${sql.table(table)}`.execute(database)).rejects.toThrow('are kept')
    await expect(sql`truncate ${sql.table(table)} cascade`.execute(database)).rejects.toThrow(
      'are kept',
    )
  },
)
