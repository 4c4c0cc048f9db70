import { randomUUID } from 'node:crypto'
import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { chargeAndInsert } from '#core/generations/queries/start-generation.ts'
import type { AllParts } from '#core/parts.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { readMoney, testAccount, testContext } from '#testing/context.ts'
import { closeAccount, noFeatureRows } from './delete-account-queries.ts'
import { eraseAccountData, eraseDeletedAccounts } from './erase-account-data.ts'

const context = await testContext()
const { database } = context

/** More generations than one batch erases. */
const many = 300
/** Index of the generation that is still running. */
const open = 7
/** How many were deleted and purged before the account was. */
const gone = 50

/**
 * An account with finished records, files, search words, refunds with reasons, and one running
 * generation.
 */
async function closedAccount(): Promise<string> {
  const { id } = await testAccount(context, { credits: 0 })
  await sql`
    insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested, status,
      number, terms, updated_at)
    select gen_random_uuid(), ${id}, 'mine ' || n, 'image', 'text-to-image', 'flux-dev',
      case when n <= ${gone} then '{}' else '{"prompt":"a fox"}'::jsonb end, 0, 1,
      (case when n = ${open} then 'open' else 'completed' end)::generation_status, n, array['fox'], now() - n * interval '1 s'
    from generate_series(1, ${many}) n`.execute(database)
  await sql`
    insert into job (generation_id, account_id, kind, status, step, next_step_at, deadline, submit_started_at)
    select id, account_id, kind, 'processing', 'poll', now() + interval '1 hour', now() + interval '1 hour', now()
    from generation where account_id = ${id} and status = 'open'`.execute(database)
  await sql`update generation set deleted_at = now()
    where account_id = ${id} and number <= ${gone} and status = 'completed'`.execute(database)
  await sql`update account set last_number = ${many} where id = ${id}`.execute(database)
  await sql`
    insert into media (id, account_id, generation_id, role, position, storage_key, content_type, bytes, sha256)
    select gen_random_uuid(), account_id, id, 'output', 0, 'generations/' || id || '/0.png', 'image/png', 1, 'x'
    from generation where account_id = ${id} and deleted_at is null`.execute(database)
  await sql`
    insert into history_term (account_id, kind, term, block, bits)
    select ${id}, 'image', 'word ' || n, 0, 0::bit(1024) from generate_series(1, ${many}) n`.execute(
    database,
  )
  expect(await closeAccount(database, { id, identityHashes: [], ofFeatures: noFeatureRows })).toBe(
    true,
  )
  // It has changed since.
  await sql`update generation set updated_at = clock_timestamp()
    where account_id = ${id} and status = 'open'`.execute(onShardOf(database, id))
  return id
}

async function whatIsLeft(id: string) {
  const { rows } = await sql`
    select (select purge_at is not null from account where id = ${id}) as looks_again,
      count(*) filter (where deleted_at is null)::int as shown,
      count(*) filter (where input <> '{}' or terms <> '{}' or request_id like 'mine%')::int as written,
      (select count(*) from media where account_id = ${id})::int as files,
      (select count(*) from history_term where account_id = ${id})::int as words
    from generation where account_id = ${id}`.execute(database)
  return rows[0]
}

const nothing = { looks_again: false, shown: 0, written: 0, files: 0, words: 0 }
const whatIsOpen = { looks_again: true, shown: 1, written: 1, files: 1, words: 0 }

const end = (id: string) =>
  sql`
    with ended as (delete from job where account_id = ${id} returning generation_id)
    update generation set status = 'completed', updated_at = clock_timestamp()
    from ended where id = generation_id`.execute(onShardOf(database, id))

/** Returns a context whose process fails at its nth database statement. */
function failingAt(statement: number): AllParts {
  let asked = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1
      if (asked === statement) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...context, database: database.withPlugin(plugin) }
}

describe('erasing a deleted account', () => {
  it('erases everything but running generations, and those when they end', async () => {
    const id = await closedAccount()
    await eraseAccountData(context, id)
    expect(await whatIsLeft(id)).toEqual(whatIsOpen)
    await end(id)
    await sql`update account set purge_at = now() where id = ${id}`.execute(database)
    await eraseDeletedAccounts(context)
    expect(await whatIsLeft(id)).toEqual(nothing)
    expect(
      (await verifyLedger(context)).faults.filter(({ account_id }) => account_id === id),
    ).toEqual([])
  })

  it('resumes after a crash at any statement', async () => {
    let killed = 0
    for (let statement = 1; ; statement++) {
      const id = await closedAccount()
      await end(id)
      const isKilled = await eraseAccountData(failingAt(statement), id).then(
        () => false,
        ({ message }: Error) => message === 'killed',
      )
      if (isKilled) {
        killed += 1
        expect(await whatIsLeft(id)).toMatchObject({ looks_again: true })
        await eraseDeletedAccounts(context)
      }
      expect(await whatIsLeft(id)).toEqual(nothing)
      if (!isKilled) break
    }
    expect(killed).toBeGreaterThan(8)
  }, 120_000)

  it('stops with its process and is resumed by the next', async () => {
    const id = await closedAccount()
    await end(id)
    const background = { ...context.background, signal: AbortSignal.abort() }
    await eraseAccountData({ ...context, background }, id)
    expect(await whatIsLeft(id)).toMatchObject({ looks_again: true, shown: many - gone + 1 })
    await eraseDeletedAccounts(context)
    expect(await whatIsLeft(id)).toEqual(nothing)
  })

  it('erases once when several processes run it', async () => {
    const id = await closedAccount()
    await end(id)
    await Promise.all([1, 2, 3].map(() => eraseAccountData(context, id)))
    await sql`update account set purge_at = now() where id = ${id} and purge_at is not null`.execute(
      database,
    )
    await eraseDeletedAccounts(context)
    expect(await whatIsLeft(id)).toEqual(nothing)
  })
})

it('lists the files of erased records for deletion', async () => {
  const id = await closedAccount()
  const keys = await database
    .selectFrom('media')
    .select('storage_key')
    .where('account_id', '=', id)
    .execute()
  await end(id)
  await eraseAccountData(context, id)
  const listed = await database
    .selectFrom('storage_garbage')
    .select('storage_key')
    .where(
      'storage_key',
      'in',
      keys.map(({ storage_key: key }) => key),
    )
    .execute()
  expect(listed).toHaveLength(keys.length)
})

it('cancels and refunds waiting generations and charges nothing more', async () => {
  const { id } = await testAccount(context, { credits: 100 })
  const charge = () => {
    const work = {
      kind: 'image',
      generation_type: 'text-to-image',
      model: 'flux-dev',
      providers: ['fal'],
      input: {},
    } as const
    const name = randomUUID()
    const order = {
      id: name,
      account_id: id,
      request_id: name,
      price: 30,
      requested: 1,
      deadline: 600_000,
    }
    return chargeAndInsert(database, { ...work, ...order, is_public: true, is_sample: false })
  }
  expect(await charge()).toMatchObject({ charged: true, balance: 70 })
  await closeAccount(database, { id, identityHashes: [], ofFeatures: noFeatureRows })
  expect(await charge()).toEqual({ charged: false, reason: 'refused' })
  await eraseAccountData(context, id)
  expect(await readMoney(context, id)).toMatchObject({ balance: 100, sum: 100 })
  expect(await whatIsLeft(id)).toEqual(nothing)
})
