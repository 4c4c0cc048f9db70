import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { schema } from '#features/contributions.ts'
import { migrate } from '#platform/database/migrate.ts'
import { testDatabase } from '#testing/database/database.ts'
import { listGroups } from './queries.ts'

const database = await testDatabase()

/** As in a database that had groups before they were a feature. */
const forget = (...names: string[]) =>
  sql`delete from kysely_migration where name = any(${names})`.execute(database)

it.each([
  ['groups', async () => undefined],
  [
    'groups without retention',
    async () => {
      await sql`alter table user_group drop column retention_days`.execute(database)
      await forget('0011-retention')
    },
  ],
])('a database that is older than the feature and has %s keeps them', async (name, before) => {
  await sql`insert into user_group (id, name) values (gen_random_uuid(), ${name})`.execute(database)
  await before()
  await forget('groups-0001-groups')
  await migrate(database, schema)
  const found = (await listGroups(database)).filter((group) => group.name === name)
  expect(found).toMatchObject([{ name, retention_days: null, members: 0 }])
})
