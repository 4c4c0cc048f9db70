import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { spendingDay } from '#core/generations/rules/start-generation.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import { changeSettings } from '#core/settings/change-settings.ts'
import { readMoney, testAccount, testContext } from '#testing/context.ts'
import { fluxDev } from '#testing/models.ts'
import { testSettings } from '#testing/settings.ts'
import { grantAllowance } from './queries/allowances.ts'
import { renewAllowance } from './renew-allowance.ts'
import { type Allowance, chooseAllowance, nextRenewal } from './rules/allowances.ts'

const daily: Allowance = { credits: 100, period: 'day', is_cumulative: false }
const settings = testSettings({ free_mode: true, free_allowance: daily })
const context = await testContext({ settings })
const { database } = context

/** As if the account's periods had passed: nothing else of it changes. */
const nextPeriod = (id: string) =>
  sql`update account set renews_day = 0 where id = ${id}`.execute(database)

const start = (accountId: string) =>
  startGeneration(context, {
    accountId,
    model: fluxDev,
    input: { prompt: 'a fox', image_size: 'square' },
    requestId: undefined,
    isPublic: true,
  })

const allowancesGranted = async (id: string) =>
  (
    await database
      .selectFrom('credit_entry')
      .select('credits')
      .where('account_id', '=', id)
      .where('reason', '=', 'allowance')
      .orderBy('number')
      .execute()
  ).map(({ credits }) => credits)

it('is refused while credits are sold', async () => {
  const selling = { ...context, settings: testSettings() }
  const act = { actor: 'ada@example.com', reason: 'because' }
  const change = changeSettings(selling, act, { set: { free_allowance: daily } })
  await expect(change).rejects.toMatchObject({
    refusal: { reason: 'invalid_settings', problems: [{ path: 'free_allowance' }] },
  })
})

describe('in free mode', () => {
  it('an account that never paid gets the default once, by starts at once, and spends no more', async () => {
    const { id } = await testAccount(context, { credits: 0, paid: false })
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => start(id)))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await allowancesGranted(id)).toEqual([100])
    expect(await readMoney(context, id)).toMatchObject({ balance: 10, sum: 10 })
    await expect(start(id)).rejects.toMatchObject({ refusal: { reason: 'insufficient_credits' } })
  })

  it('unused credits do not accumulate unless the allowance says so', async () => {
    const { id } = await testAccount(context, { credits: 0, paid: false })
    await renewAllowance(context, { id, renews_day: 0 })
    await start(id)
    const add = (isCumulative: boolean, renewsDay: number) =>
      grantAllowance(database, { accountId: id, credits: 100, isCumulative, renewsDay })
    const today = spendingDay(Date.now())
    expect(await add(false, today + 2)).toBe(false)
    await nextPeriod(id)
    expect(await add(false, today + 2)).toBe(true)
    expect(await readMoney(context, id)).toMatchObject({ balance: 100 })
    await nextPeriod(id)
    expect(await add(true, today + 3)).toBe(true)
    expect(await readMoney(context, id)).toMatchObject({ balance: 200, sum: 200 })
    expect(await allowancesGranted(id)).toEqual([100, 30, 100])
    await sql`update account set renews_day = ${today + 3} where id = ${id}`.execute(database)
  })

  it('a suspended or deleted account gets none', async () => {
    const { id } = await testAccount(context, { credits: 0 })
    await sql`update account set suspended_at = now() where id = ${id}`.execute(database)
    expect(await renewAllowance(context, { id, renews_day: 0 })).toBe(false)
    expect(await allowancesGranted(id)).toEqual([])
  })

  it('an allowance that a feature gives counts before the default', async () => {
    const { id } = await testAccount(context, { credits: 0 })
    const own: Allowance = { credits: 7, period: 'month', is_cumulative: false }
    const allowances = [
      async (_database: unknown, accountId: string) => (accountId === id ? [own] : []),
    ]
    const given = { ...context, contributions: { ...context.contributions, allowances } }
    expect(await renewAllowance(given, { id, renews_day: 0 })).toBe(true)
    expect(await allowancesGranted(id)).toEqual([7])
  })

  it('no more than the allowance is granted in a period, whatever is asked at once', async () => {
    const step = fc.record({
      isCumulative: fc.boolean(),
      credits: fc.integer({ min: 1, max: 90 }),
      grants: fc.integer({ min: 1, max: 4 }),
      isNewPeriod: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const { id } = await testAccount(context, { credits: 0 })
        let renewsDay = spendingDay(Date.now())
        let most = 0
        for (const [place, { isCumulative, credits, grants, isNewPeriod }] of steps.entries()) {
          if (isNewPeriod || place === 0) {
            await nextPeriod(id)
            renewsDay++
            most += credits
          }
          const asked = { accountId: id, credits, isCumulative, renewsDay }
          const granted = await Promise.all(
            Array.from({ length: grants }, () => grantAllowance(database, asked)),
          )
          expect(granted.filter(Boolean)).toHaveLength(isNewPeriod || place === 0 ? 1 : 0)
        }
        const { balance, sum } = await readMoney(context, id)
        expect(balance).toBe(sum)
        expect(balance).toBeLessThanOrEqual(most)
      }),
      { numRuns: 25 },
    )
  })
})

describe('a period', () => {
  const day = fc.integer({ min: 0, max: 40_000 })

  it('begins on the next day, Monday, or first of the month (UTC)', () => {
    fc.assert(
      fc.property(day, (today) => {
        const at = (period: Allowance['period']) =>
          new Date(nextRenewal(period, today) * 86_400_000)
        expect(nextRenewal('day', today)).toBe(today + 1)
        expect(at('week').getUTCDay()).toBe(1)
        expect(nextRenewal('week', today) - today).toBeLessThanOrEqual(7)
        expect(at('month').getUTCDate()).toBe(1)
        expect(nextRenewal('month', today) - today).toBeLessThanOrEqual(31)
        for (const period of ['day', 'week', 'month'] as const)
          expect(nextRenewal(period, today)).toBeGreaterThan(today)
      }),
    )
  })

  it('of several allowances is that of the largest over time', () => {
    const monthly: Allowance = { credits: 1000, period: 'month', is_cumulative: false }
    expect(chooseAllowance([monthly, daily], null)).toBe(daily)
    expect(chooseAllowance([], monthly)).toBe(monthly)
    expect(chooseAllowance([], null)).toBeNull()
  })
})

it('the check of the ledger finds an allowance within the period of another', async () => {
  const { id } = await testAccount(context, { credits: 0 })
  const today = spendingDay(Date.now())
  await grantAllowance(database, {
    accountId: id,
    credits: 5,
    isCumulative: true,
    renewsDay: today + 7,
  })
  const ofAccount = async () =>
    (await verifyLedger(context)).faults.filter((fault) => fault.account_id === id)
  expect(await ofAccount()).toEqual([])
  await nextPeriod(id)
  await grantAllowance(database, {
    accountId: id,
    credits: 5,
    isCumulative: true,
    renewsDay: today + 1,
  })
  expect((await ofAccount()).map(({ fault }) => fault)).toEqual([
    'allowance_repeated',
    'allowance_differs',
  ])
})
