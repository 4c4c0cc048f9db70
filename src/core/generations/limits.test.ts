import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createKey, revokeKey } from '#core/accounts/api-keys.ts'
import { changeAccount } from '#core/accounts/change-account.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { Refused } from '#core/refused.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { readMoney, testAccount, testContext } from '#testing/context.ts'
import { fluxDev } from '#testing/models.ts'
import { endGeneration } from './queries/end-generation.ts'
import { refundGeneration } from './refund-generation.ts'
import { startGeneration } from './start-generation.ts'
import type { GenerationRow } from './tables.ts'

/** What flux-dev costs. */
const price = 30
/** So low a rate that no start is added while a test runs. */
const minimalRate = 0.001

const rates = {
  account: { burst: 30, perMinute: minimalRate },
  key: { burst: 25, perMinute: minimalRate },
}
const context = await testContext({ rates })
const { database } = context

type Change = Parameters<typeof changeAccount>[2]

async function accountWith({
  credits = 100_000,
  paid = true,
  ...change
}: Change & { credits?: number; paid?: boolean }) {
  const { id } = await testAccount(context, { credits, paid })
  return changeAccount(context, id, change)
}

function start(
  account: AccountRow,
  { keyId = null as string | null, requestId = undefined as string | undefined } = {},
) {
  const work = { model: fluxDev, input: { prompt: 'a fox' }, isPublic: true }
  return startGeneration(context, { accountId: account.id, keyId, requestId, ...work })
}

/** Counts the outcomes: `started`, or the reason of the refusal. */
async function outcomes(starts: Promise<unknown>[]): Promise<Record<string, number>> {
  const results = await Promise.allSettled(starts)
  const words = results.map((result) => {
    if (result.status === 'fulfilled') return 'started'
    if (result.reason instanceof Refused) return result.reason.refusal.reason
    throw result.reason
  })
  return Object.fromEntries(
    Map.groupBy(words, (word) => word)
      .entries()
      .map(([word, all]) => [word, all.length]),
  )
}

const refusal = (starting: Promise<unknown>) =>
  starting.then(
    () => 'started',
    (error: unknown) => (error as Refused).refusal,
  )

async function keyOf({ id: accountId }: AccountRow) {
  return (await createKey(context, { accountId, name: 'test', scopes: ['create'] })).row.id
}

const readAccount = (id: string) =>
  database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('of 1,000 concurrent starts', () => {
  const thousand = (start: (n: number) => Promise<unknown>) =>
    outcomes(Array.from({ length: 1000 }, (_, n) => start(n)))

  it('as many succeed as the balance pays for', async () => {
    const account = await accountWith({ credits: 17 * price + 29 })
    expect(await thousand(() => start(account))).toEqual({ started: 17, insufficient_credits: 983 })
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 29, sum: 29 })
  })

  it('as many succeed as the daily cap allows', async () => {
    const account = await accountWith({ daily_cap: 19 * price + 29 })
    expect(await thousand(() => start(account))).toEqual({ started: 19, daily_cap: 981 })
    expect(await readAccount(account.id)).toMatchObject({
      spent: 19 * price,
      credits: 100_000 - 19 * price,
    })
  })

  it('as many succeed as the account’s rate allows, with whatever keys', async () => {
    const account = await accountWith({})
    const keys = [await keyOf(account), await keyOf(account), null]
    const asked = thousand((n) => start(account, { keyId: keys[n % 3] ?? null }))
    expect(await asked).toEqual({ started: 30, too_many_starts: 970 })
    expect((await readMoney(context, account.id)).balance).toBe(100_000 - 30 * price)
  })

  it('as many succeed as the key’s rate allows, leaving the account’s rate to other keys', async () => {
    const account = await accountWith({})
    const keyId = await keyOf(account)
    expect(await thousand(() => start(account, { keyId }))).toEqual({
      started: 25,
      too_many_starts: 975,
    })
    expect(await outcomes(Array.from({ length: 10 }, () => start(account)))).toEqual({
      started: 5,
      too_many_starts: 5,
    })
  })

  it('refused ones use up neither rate', async () => {
    const account = await accountWith({ credits: 3 * price })
    const keyId = await keyOf(account)
    expect(await thousand(() => start(account, { keyId }))).toEqual({
      started: 3,
      insufficient_credits: 997,
    })
    await sql`update account set credits = 100000, last_entry = last_entry + 1 where id = ${account.id}`.execute(
      database,
    )
    await sql`insert into credit_entry (account_id, number, reason, credits, balance_after)
      select id, last_entry, 'grant', 100000, 100000 from account where id = ${account.id}`.execute(
      database,
    )
    expect(await thousand(() => start(account, { keyId }))).toEqual({
      started: 22,
      too_many_starts: 978,
    })
  })

  it('the ledger stays consistent', async () => {
    expect((await verifyLedger(context)).faults).toEqual([])
  })
})

describe('a limit', () => {
  it('of one generation or of a day is reported with its sums, in the order of the specification', async () => {
    const account = await accountWith({ credits: 0, paid: false, job_ceiling: 29, daily_cap: 29 })
    const set = (values: Record<string, unknown>) =>
      database.updateTable('account').set(values).where('id', '=', account.id).execute()
    const asked = () => refusal(start(account))

    await set({ suspended_at: new Date() })
    expect(await asked()).toEqual({ reason: 'account_suspended' })
    await set({ suspended_at: null })
    expect(await asked()).toEqual({ reason: 'insufficient_credits', required: 30, current: 0 })
    await set({ credits: 1000 })
    expect(await asked()).toEqual({ reason: 'never_paid' })
    await set({ has_paid: true })
    expect(await asked()).toEqual({ reason: 'job_ceiling', required: 30, max: 29 })
    await set({ job_ceiling: 30 })
    expect(await asked()).toEqual({ reason: 'daily_cap', required: 30, max: 29, current: 0 })
    await set({ daily_cap: null, starts_until: sql`now() + interval '1 year'` })
    expect(await asked()).toMatchObject({ reason: 'too_many_starts' })
    await set({ deleted_at: new Date() })
    expect(await asked()).toEqual({ reason: 'not_signed_in' })
    expect((await readMoney(context, account.id)).entries).toEqual([])
    await set({ credits: 0, deleted_at: null })
  })

  it.each([
    ['account_suspended', { suspended_at: new Date() }],
    ['not_signed_in', { deleted_at: new Date() }],
    ['never_paid', { has_paid: false }],
    ['job_ceiling', { job_ceiling: price - 1 }],
    ['daily_cap', { daily_cap: price - 1 }],
    ['too_many_starts', { starts_until: new Date('2100-01-01') }],
  ])('is enforced alone: %s', async (reason, values) => {
    const account = await accountWith({})
    await database.updateTable('account').set(values).where('id', '=', account.id).execute()
    expect(await refusal(start(account))).toMatchObject({ reason })
    expect((await readMoney(context, account.id)).balance).toBe(100_000)
    await database
      .updateTable('account')
      .set({ deleted_at: null })
      .where('id', '=', account.id)
      .execute()
  })

  it('returns the longer wait of both rates', async () => {
    const account = await accountWith({})
    const keyId = await keyOf(account)
    const later = sql<Date>`clock_timestamp() + ${29 * (60_000 / minimalRate)} * interval '1 ms'`
    const own = onShardOf(database, account.id)
    await sql`update account set starts_until = ${later} + interval '10 s' where id = ${account.id}`.execute(
      own,
    )
    expect(await refusal(start(account, { keyId }))).toEqual({
      reason: 'too_many_starts',
      seconds: 10,
    })
    await sql`update api_key set starts_until = ${later} where id = ${keyId}`.execute(own)
    const { seconds } = (await refusal(start(account, { keyId }))) as { seconds: number }
    expect(Math.round(seconds / (60 / minimalRate))).toBe(5)
  })

  it('never refuses a repeated request', async () => {
    const account = await accountWith({})
    const keyId = await keyOf(account)
    const { id } = await start(account, { keyId, requestId: 'first' })
    await changeAccount(context, account.id, { daily_cap: 1, job_ceiling: 1 })
    await sql`update account set suspended_at = now(), starts_until = now() + interval '1 year', credits = 0
      where id = ${account.id}`.execute(database)
    const again = await Promise.all(
      Array.from({ length: 20 }, () => start(account, { keyId, requestId: 'first' })),
    )
    expect(new Set(again.map((row) => row.id))).toEqual(new Set([id]))
    await sql`update account set credits = ${100_000 - price} where id = ${account.id}`.execute(
      database,
    )
  })

  it('of a key ends with the key', async () => {
    const account = await accountWith({})
    const keyId = await keyOf(account)
    await start(account, { keyId })
    await revokeKey(context, { accountId: account.id, id: keyId })
    expect(await refusal(start(account, { keyId }))).toEqual({ reason: 'not_signed_in' })
  })
})

describe('what was spent today', () => {
  const fail = ({ id, account_id: accountId }: GenerationRow, refund: number) =>
    endGeneration(database, {
      ...{ id, accountId, leaseToken: null, status: 'failed', refund },
      failure: { code: 'cancelled', message: null },
    })

  it('is reduced by refunds, automatic or by hand, and may be spent again', async () => {
    const account = await accountWith({ daily_cap: 2 * price })
    const [first, second] = [await start(account), await start(account)]
    expect(await refusal(start(account))).toMatchObject({ reason: 'daily_cap', current: 2 * price })
    await fail(first, price)
    await start(account)
    await fail(second, 0)
    expect(await refusal(start(account))).toMatchObject({ reason: 'daily_cap', current: 2 * price })
    await refundGeneration(context, { accountId: account.id, name: second.id, reason: null })
    expect((await readAccount(account.id)).spent).toBe(price)
    await start(account)
  })

  it('restarts each day (UTC), and refunds for yesterday do not change it', async () => {
    const account = await accountWith({ daily_cap: 2 * price })
    const [first, second] = [await start(account), await start(account)]
    await sql`update generation set created_at = created_at - interval '1 day' where account_id = ${account.id}`.execute(
      onShardOf(database, account.id),
    )
    await sql`update account set spent_day = spent_day - 1 where id = ${account.id}`.execute(
      database,
    )
    expect((await verifyLedger(context)).faults).toEqual([])

    await fail(first, price)
    expect((await readAccount(account.id)).spent).toBe(price)
    await start(account)
    expect((await readAccount(account.id)).spent).toBe(price)
    await fail(second, price)
    expect((await readAccount(account.id)).spent).toBe(price)
    expect(await outcomes([start(account), start(account)])).toEqual({ started: 1, daily_cap: 1 })
  })

  it('does not restart when the clock is set back over midnight', async () => {
    const account = await accountWith({ daily_cap: 2 * price })
    await sql`update account set spent = ${price}, spent_day = spent_day + 1
      where id = ${(await start(account)).account_id}`.execute(database)
    await sql`update generation set created_at = created_at + interval '1 day' where account_id = ${account.id}`.execute(
      onShardOf(database, account.id),
    )
    expect(await outcomes([start(account), start(account)])).toEqual({ started: 1, daily_cap: 1 })
    expect((await verifyLedger(context)).faults).toEqual([])
  })
})
