import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { OnlineMigration } from '#platform/database/online-migrations.ts'
import { startImage, testAccount, testContext } from '#testing/context.ts'
import { nextSchema } from '#testing/database/next-schema.ts'
import { runOnlineMigrations } from './online-migrations.ts'

const context = await testContext()
const { database } = context
const rows = 1_000

const start = (accountId: string) => startImage(context, accountId)

/** An account whose history is long, with another one that is charged until it is stopped. */
async function filledTable() {
  const { id } = await testAccount(context)
  await sql`
    insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested, number, status)
    select gen_random_uuid(), ${id}, 'old ' || n, 'image', 'x', 'x', '{}', 0, 1, n, 'completed'
    from generate_series(1, ${rows}) as n`.execute(database)
  await sql`update account set last_number = ${rows} where id = ${id}`.execute(database)
  const busy = await testAccount(context, { credits: 1_000_000 })
  return { owner: onShardOf(database, id), charge: () => start(busy.id) }
}

/** Adds a column as the next version would, after the migrations that are there already. */
const expand = nextSchema('9999-model-length', (db) =>
  sql`alter table generation add column model_length integer`.execute(db),
)

const isMissing = sql<boolean>`changing.model_length is null`
const migration: OnlineMigration = {
  name: 'model-length',
  run: async ({ backfill, createIndex }) => {
    await backfill({
      table: 'generation',
      key: [
        { column: 'id', type: 'uuid' },
        { column: 'account_id', type: 'uuid' },
      ],
      set: sql`model_length = length(changing.model)`,
      where: isMissing,
      batch: 100,
    })
    await createIndex({
      name: 'generation_model_length',
      on: sql`on generation (account_id, model_length)`,
    })
  },
}

const progress = () => database.selectFrom('online_migration').selectAll().executeTakeFirstOrThrow()

it('adds, fills and indexes a column while accounts are charged, and resumes after a crash', async () => {
  const { owner, charge } = await filledTable()
  let isRunning = true
  const charging = (async () => {
    let count = 0
    for (; isRunning; count++) await charge()
    return count
  })()

  // A reader holds the table: the migration gives way, and charges go on.
  const reading = Promise.withResolvers<void>()
  const open = database.transaction().execute(async (transaction) => {
    await sql`select from generation limit 1`.execute(transaction)
    await reading.promise
  })
  const waits = { lockTimeout: 50, pause: 10, attempts: 1_000 }
  const migrating = migrate(database, expand, waits)
  const lastEntries = () =>
    sql<{ sum: number }>`select sum(last_entry)::int as sum from account`.execute(database)
  const before = (await lastEntries()).rows[0]?.sum ?? 0
  await expect.poll(async () => (await lastEntries()).rows[0]?.sum).toBeGreaterThan(before + 5)
  reading.resolve()
  await Promise.all([migrating, open])

  // The process is stopped halfway: a locked row keeps it from the end.
  const stopping = new AbortController()
  const background = { ...context.background, signal: stopping.signal }
  const stopped = await owner.transaction().execute(async (transaction) => {
    await sql`select id from generation where id = (
      select id from generation where request_id like 'old %' order by id offset ${rows / 2} limit 1) for update`.execute(
      transaction,
    )
    const ended = runOnlineMigrations({ ...context, background }, [migration])
    const untilHalfway = async () => {
      await expect.poll(async () => (await progress()).rows).toBeGreaterThan(0)
    }
    await Promise.race([untilHalfway(), ended])
    stopping.abort()
    return { ended: ended.catch((error: unknown) => error) }
  })
  expect(await stopped.ended).toMatchObject({ name: 'AbortError' })
  const missing = sql`select from generation where model_length is null and request_id like 'old %'`
  expect((await missing.execute(database)).rows.length).toBeGreaterThan(0)
  await sql`update generation set model_length = null where (id, account_id) = (
    select id, account_id from generation where request_id like 'old %' order by id, account_id limit 1)`.execute(
    owner,
  )

  await runOnlineMigrations(context, [migration])
  isRunning = false
  expect(await charging).toBeGreaterThan(0)
  expect(await progress()).toMatchObject({ step: 2, finished_at: expect.any(Date) })
  // What was done before the stop was not read again.
  expect((await missing.execute(database)).rows).toHaveLength(1)
  const valid = sql`select from pg_index where indexrelid = 'generation_model_length'::regclass and indisvalid`
  expect((await valid.execute(database)).rows).toHaveLength(1)
  const money = ({ fault }: { fault: string }) => !fault.startsWith('history')
  expect((await verifyLedger(context)).faults.filter(money)).toEqual([])

  // It is not run again.
  await runOnlineMigrations(context, [
    { ...migration, run: () => Promise.reject(new Error('repeated')) },
  ])
})

it('creates an index anew that an interruption left invalid', async () => {
  await sql`create index broken_index on generation (model)`.execute(database)
  await sql`update pg_index set indisvalid = false where indexrelid = 'broken_index'::regclass`.execute(
    database,
  )
  const again: OnlineMigration = {
    name: 'broken',
    run: ({ createIndex }) =>
      createIndex({ name: 'broken_index', on: sql`on generation (model, kind)` }),
  }
  await runOnlineMigrations(context, [again])
  const { rows: found } = await sql<{ definition: string; valid: boolean }>`
    select pg_get_indexdef(indexrelid) as definition, indisvalid as valid from pg_index
    where indexrelid = 'broken_index'::regclass`.execute(database)
  expect(found).toEqual([{ definition: expect.stringContaining('(model, kind)'), valid: true }])
})
