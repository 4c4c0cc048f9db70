import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { schema } from '#features/contributions.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startImage, testAccount, testContext } from '#testing/context.ts'
import { nextSchema } from '#testing/database/next-schema.ts'

const context = await testContext()
const { database } = context

it('leaves a schema as it is that the next version has extended', async () => {
  const next = nextSchema('9999-note', (db) =>
    sql`alter table generation add column reviewed boolean`.execute(db),
  )
  expect(await migrate(database, next)).toMatchObject({ newer: [] })
  expect(await migrate(database, schema)).toMatchObject({ newer: ['9999-note'] })
  const { id } = await testAccount(context)
  await startImage(context, id)
})

it('adds a feature after later migrations of the core, and leaves one alone that is gone', async () => {
  const note = nextSchema('9999-note', async () => undefined).migrations
  const lists = nextSchema('lists-0001-items', (db) =>
    sql`create table list_item (id uuid primary key)`.execute(db),
  ).migrations
  const later = nextSchema('99991-later', async () => undefined).migrations
  const newer = async (...parts: (typeof note)[]) =>
    (await migrate(database, { ...schema, migrations: Object.assign({}, ...parts) })).newer
  expect(await newer(note, lists)).toEqual([])
  expect(await newer(note, lists, later)).toEqual([])
  expect(await newer(note, later)).toEqual(['lists-0001-items'])
  expect(await newer(note, lists)).toEqual(['99991-later'])
  expect(await sql`table list_item`.execute(database)).toMatchObject({ rows: [] })
  await sql`delete from kysely_migration where name = 'lists-0001-items'`.execute(database)
  await sql`drop table list_item`.execute(database)
})

it('refuses a schema with an earlier migration that it does not know', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('0002-other', now()::text)`.execute(
    database,
  )
  await expect(migrate(database, schema)).rejects.toThrow('corrupted migrations')
})
