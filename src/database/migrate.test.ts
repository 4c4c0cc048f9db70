import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startImage, testAccount, testContext } from '#testing/context.ts'
import { allMigrations, migrate } from './migrate.ts'

const context = await testContext()
const { database } = context

it('leaves a schema as it is that the next version has extended', async () => {
  const next = {
    ...allMigrations,
    '9999-note': {
      up: async (db: typeof database) =>
        void (await sql`alter table generation add column reviewed boolean`.execute(db)),
    },
  }
  expect(await migrate(database, next)).toMatchObject({ newer: [] })
  expect(await migrate(database)).toMatchObject({ newer: ['9999-note'] })
  const { id } = await testAccount(context)
  await startImage(context, id)
})

it('refuses a schema with an earlier migration that it does not know', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('0002-other', now()::text)`.execute(
    database,
  )
  await expect(migrate(database)).rejects.toThrow('corrupted migrations')
})
