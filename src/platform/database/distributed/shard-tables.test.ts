import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testConnection, testDatabase } from '#testing/database/database.ts'
import { nextSchema } from '#testing/database/next-schema.ts'
import { migrate } from '../migrate.ts'
import { onShardOf } from './accounts-shard.ts'

const { isDistributed = false } = await testConnection()
/** Three processes. */
const [database, operator, other] = [
  await testDatabase(),
  await testDatabase(),
  await testDatabase(),
]

async function makeAccount(): Promise<string> {
  const id = randomUUID()
  await database.insertInto('account').values({ id, email: id }).execute()
  return id
}

describe.runIf(isDistributed)('the shards of a table', () => {
  it('are vacuumed as the table is, also after a change of its settings', async () => {
    const threshold = async () => {
      const { rows } = await sql<{ options: string }>`
        select distinct result as options from run_command_on_shards('job',
          $$select reloptions::text from pg_class where oid = '%s'::regclass$$)`.execute(database)
      return rows.map(({ options }) => /vacuum_threshold=(\d+)/.exec(options)?.[1])
    }
    expect(await threshold()).toEqual(['5000'])
    await sql`alter table job set (autovacuum_vacuum_threshold = 4000)`.execute(database)
    expect(await threshold()).toEqual(['4000'])
  })

  it('have a new column after a migration, which gives way to a statement on a shard', async () => {
    const own = onShardOf(database, await makeAccount())
    await sql`select from generation`.execute(own)
    const addColumn = nextSchema('9999-mood', (transaction) =>
      sql`alter table generation add column mood text`.execute(transaction),
    )
    const waits = { lockTimeout: 50, pause: 1, attempts: 2 }
    const reader = onShardOf(other, await makeAccount())
    const read = sql`select from generation`
    // The coordinator describes the statement once; later only `account` is locked there.
    await read.execute(reader)
    await reader.transaction().execute(async (transaction) => {
      await read.execute(transaction)
      const migrating = migrate(operator, addColumn, waits)
      await expect(migrating).rejects.toMatchObject({ code: '55P03' })
    })
    await migrate(operator, addColumn, waits)
    expect((await sql`select mood from generation`.execute(own)).rows).toEqual([])
  })

  it('have a new column that a process did not come to show', async () => {
    const own = onShardOf(database, await makeAccount())
    await sql`select from account`.execute(own)
    await sql`alter table account add column height integer`.execute(database)
    await migrate(
      database,
      nextSchema('9999-mood', async () => undefined),
    )
    const heights = await sql`update account set height = 1 returning height`.execute(own)
    expect(heights.rows).toContainEqual({ height: 1 })
  })
})
