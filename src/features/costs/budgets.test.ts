import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { startGeneration } from '#core/generations/start-generation.ts'
import { readMoney, startImage, testAccount, testProviders } from '#testing/context.ts'
import { fluxDev } from '#testing/models.ts'
import { collectWorld } from '#testing/services/collect-world.ts'
import { testSettings } from '#testing/settings.ts'
import { setPrice } from './manage-prices.ts'
import { readProviderFacts } from './provider-facts.ts'
import { watchBudgets } from './watch-budgets.ts'

const { base, host, png, world } = await collectWorld()
const { database } = base
const act = { actor: 'ada@example.com', reason: 'because' }
for (const endpoint of ['made/by-test', 'fal-ai/flux/dev'])
  await setPrice(base, act, { provider: 'fal', endpoint, unit: 'image', amount: 0.1 })
const output = { images: [{ url: host.serve('fine.png', png) }] }

const withBudget = (amount?: number) => ({
  ...base,
  settings: testSettings({
    mark_results: false,
    provider_budgets: amount === undefined ? {} : { fal: amount },
  }),
  mail: {
    mailer: { send: async () => undefined },
    url: '',
    operators: ['ops@example.com'],
  } as never,
})

beforeEach(async () => {
  for (const table of ['provider_stop', 'generation_cost', 'mail', 'job'])
    await sql`delete from ${sql.table(table)}`.execute(database)
})

const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error) => error.refusal,
  )

const listMails = async () =>
  (await database.selectFrom('mail').select(['cause', 'content']).execute()) as {
    cause: string
    content: unknown
  }[]

it('a budget that is reached refuses starts without a charge; running jobs go on', async () => {
  const context = withBudget(0.2)
  const { account, start, end, money } = await world()
  await end(await start('image', output))
  await watchBudgets(context)
  const running = await start('image', output)
  await watchBudgets(context)
  const before = await money()
  expect(await refusalOf(startImage(context, account.id))).toEqual({
    reason: 'provider_unavailable',
  })
  expect(await money()).toEqual(before)
  expect((await readProviderFacts(base)).isOverBudget('fal')).toBe(true)
  expect(await end(running)).toMatchObject({ status: 'completed' })
  await watchBudgets(context)
  expect(await refusalOf(startImage(context, account.id))).toEqual({
    reason: 'provider_unavailable',
  })
})

it('operators get one mail a day, and a higher budget ends the stop', async () => {
  const { account, start } = await world()
  await start('image', output)
  await watchBudgets(withBudget(0.1))
  await watchBudgets(withBudget(0.1))
  expect(await listMails()).toMatchObject([
    {
      cause: expect.stringMatching(/^provider_budget fal \d{4}-\d\d-\d\d$/),
      content: { about: 'provider_budget', provider: 'fal', spent: '0.10 USD', budget: '0.10 USD' },
    },
  ])
  await watchBudgets(withBudget(0.11))
  expect(await refusalOf(startImage(base, account.id))).toBeNull()
  await watchBudgets(withBudget(0.11))
  expect(await refusalOf(startImage(base, account.id))).toMatchObject({
    reason: 'provider_unavailable',
  })
  await watchBudgets(withBudget())
  expect(await refusalOf(startImage(base, account.id))).toBeNull()
  expect(await listMails()).toHaveLength(1)
})

it('is exceeded by what starts between two looks at most', async () => {
  const account = await testAccount(base, { credits: 1_000 })
  const startAtOnce = async () => {
    const starts = Array.from({ length: 6 }, () => refusalOf(startImage(base, account.id)))
    return (await Promise.all(starts)).filter((refusal) => refusal === null).length
  }
  await watchBudgets(withBudget(0.3))
  expect(await startAtOnce()).toBe(6)
  await watchBudgets(withBudget(0.3))
  expect(await startAtOnce()).toBe(0)
  expect(await readMoney(base, account.id)).toMatchObject({ balance: 1_000 - 6 * 30 })
})

it('stops no start that another provider can run', async () => {
  const account = await testAccount(base)
  const providers = new Map([...base.providers, ...testProviders(host.url, {}, 'other')])
  const route = { provider: 'other', endpoints: fluxDev.endpoints, toProvider: fluxDev.toProvider }
  const model = { ...fluxDev, alternatives: [route] }
  const start = (context: typeof base = { ...base, providers }) =>
    refusalOf(
      startGeneration(context, {
        ...{ accountId: account.id, model, input: { prompt: 'x' } },
        ...{ requestId: undefined, isPublic: true },
      }),
    )
  const stop = (provider: string) =>
    sql`insert into provider_stop (provider, day) values (${provider}, (now() at time zone 'UTC')::date)`.execute(
      database,
    )
  await stop('fal')
  expect(await start()).toBeNull()
  expect(await start(base)).toEqual({ reason: 'provider_unavailable' })
  await stop('other')
  expect(await start()).toEqual({ reason: 'provider_unavailable' })
})

it('a stop ends with its day', async () => {
  const account = await testAccount(base)
  await sql`insert into provider_stop (provider, day) values ('fal', (now() at time zone 'UTC')::date - 2)`.execute(
    database,
  )
  expect(await refusalOf(startImage(base, account.id))).toBeNull()
  await watchBudgets(withBudget())
  const { rows } = await sql`select from provider_stop`.execute(database)
  expect(rows).toHaveLength(0)
})
