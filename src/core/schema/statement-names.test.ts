import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { testConnection } from '#testing/database/database.ts'

it('plans a statement once per connection, and closes a connection whose plans a migration invalidated', async () => {
  const database = openDatabase(await testConnection(), () => undefined, 1)
  try {
    await sql`create table thing (id integer)`.execute(database)
    const runQuery = (id: number) => sql`select * from thing where id = ${id}`.execute(database)
    await runQuery(1)
    await runQuery(2)
    const { rows } = await sql<{
      names: number
    }>`select count(*)::int as names from pg_prepared_statements
      where statement like 'select * from thing%'`.execute(database)
    expect(rows).toEqual([{ names: 1 }])

    await sql`alter table thing add column more integer`.execute(database)
    await expect(runQuery(3)).rejects.toMatchObject({ code: '0A000' })
    expect((await runQuery(3)).rows).toEqual([])
  } finally {
    await database.destroy()
  }
})
