import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import { withUploadQuota } from '#core/media/uploads/upload-quota.ts'
import { readMoney, testAccount, testContext } from '#testing/context.ts'
import { fluxDev } from '#testing/models.ts'
import { changeGroupsOf, readGroups, removeGroup, saveGroup } from './change-groups.ts'
import { limitsOf } from './limit-queries.ts'
import { insertGroup, listRetentions, setGroupsOf } from './queries.ts'
import { type GroupFacts, groupProblems, widestLimits } from './rules.ts'

const context = await testContext()
const { database } = context
const act = { actor: 'ada@example.com', reason: 'because' }
const price = 30
const open: Omit<GroupFacts, 'name'> = {
  models: null,
  daily_cap: null,
  job_ceiling: null,
  storage_quota: null,
  creates_per_minute: null,
  retention_days: null,
  allowance: null,
}

async function member(...groups: Partial<GroupFacts>[]) {
  const account = await testAccount(context, { credits: 1000 })
  const names = groups.map(() => `group ${uuid()}`)
  for (const [place, group] of groups.entries())
    await saveGroup(context, act, { ...open, ...group, name: names[place] ?? '' })
  await changeGroupsOf(context, act, { name: account.id, groups: names })
  const start = () =>
    startGeneration(context, {
      accountId: account.id,
      model: fluxDev,
      input: { prompt: 'a fox', image_size: 'square' },
      requestId: undefined,
      isPublic: true,
    })
  return { id: account.id, names, start }
}

const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error) => error.refusal,
  )

async function startAtOnce(start: () => Promise<unknown>, count: number) {
  const refusals = await Promise.all(Array.from({ length: count }, () => refusalOf(start())))
  const refused = refusals.filter((refusal) => refusal !== null)
  return { started: count - refused.length, reasons: [...new Set(refused.map((r) => r.reason))] }
}

describe('a member of a limited group', () => {
  it('starts only its models, and the refusal names the model and the group', async () => {
    const { id, names, start } = await member({ models: ['flux-schnell'] })
    expect(await refusalOf(start())).toEqual({
      ...{ reason: 'model_not_allowed', model: 'flux-dev', groups: names[0] },
    })
    expect(await readMoney(context, id)).toMatchObject({ balance: 1000, entries: [{}] })
  })

  it('cannot spend more than its cap in a day by starts at once', async () => {
    const { id, names, start } = await member({ daily_cap: 3 * price + 5 })
    expect(await startAtOnce(start, 12)).toEqual({ started: 3, reasons: ['group_daily_cap'] })
    expect(await refusalOf(start())).toEqual({
      ...{ reason: 'group_daily_cap', required: price, max: 95, current: 90, groups: names[0] },
    })
    expect(await readMoney(context, id)).toMatchObject({ balance: 1000 - 3 * price })
  })

  it('starts nothing above its ceiling', async () => {
    const { names, start } = await member({ job_ceiling: price - 1 })
    expect(await refusalOf(start())).toEqual({
      ...{ reason: 'group_job_ceiling', required: price, max: price - 1, groups: names[0] },
    })
  })

  it('starts at most as many a minute as its group may, also at once', async () => {
    const { start } = await member({ creates_per_minute: 2 })
    expect(await startAtOnce(start, 8)).toEqual({ started: 2, reasons: ['too_many_starts'] })
  })

  it('neither starts nor uploads once its files fill the quota', async () => {
    const { id, names, start } = await member({ storage_quota: 5_000_000 })
    await start()
    await database
      .insertInto('media')
      .values({
        ...{ id: uuid(), account_id: id, role: 'input', position: 0, storage_key: uuid() },
        ...{ content_type: 'image/png', bytes: 5_000_000, sha256: '' },
        ...{ generation_id: null, thumbnail_key: null, width: 1, height: 1 },
      })
      .execute()
    const full = {
      ...{
        reason: 'storage_full',
        current: 5_000_000,
        max: 5_000_000,
        groups: names[0],
        used: 5,
        allowed: 5,
      },
    }
    expect(await refusalOf(start())).toEqual(full)
    expect(await refusalOf(withUploadQuota(context, id, async () => undefined))).toEqual(full)
    expect(await readMoney(context, id)).toMatchObject({ balance: 1000 - price })
  })

  it('of another group, too, has the wider limit of each', async () => {
    const narrow = { models: ['flux-schnell'], job_ceiling: 5, creates_per_minute: 1 }
    const { start } = await member(narrow, {
      models: ['flux-dev'],
      job_ceiling: price,
      daily_cap: 90,
    })
    expect(await startAtOnce(start, 4)).toEqual({ started: 4, reasons: [] })
  })

  it('has no limits once its group is deleted', async () => {
    const { id, names, start } = await member({ job_ceiling: 1 })
    await removeGroup(context, act, names[0] ?? '')
    expect(await refusalOf(start())).toBeNull()
    const rows = database.selectFrom('account_group').where('account_id', '=', id).selectAll()
    expect(await rows.execute()).toEqual([])
  })

  it('keeps groups of an identity provider when an operator changes the others', async () => {
    const { id, names } = await member({ job_ceiling: 1 })
    const [{ id: groupId } = { id: '' }] = (await readGroups(context)).filter(
      ({ name }) => name === names[0],
    )
    await setGroupsOf(database, { accountId: id, source: 'google' }, [groupId])
    await changeGroupsOf(context, act, { name: id, groups: [] })
    const rows = database.selectFrom('account_group').where('account_id', '=', id)
    expect(await rows.select(['group_id', 'source']).execute()).toEqual([
      { group_id: groupId, source: 'google' },
    ])
  })
})

/** The id before this one, in the order of ids. */
function beforeId(id: string): string {
  const before = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0')
  return before.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

it('the statement and the domain find the same limits in any groups', async () => {
  const limit = fc.option(fc.integer({ min: 1, max: 1000 }))
  const group = fc.record({
    models: fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })),
    daily_cap: limit,
    job_ceiling: limit,
    storage_quota: limit,
    creates_per_minute: limit,
    retention_days: limit,
  })
  const { id: accountId } = await testAccount(context)
  await fc.assert(
    fc.asyncProperty(fc.array(group, { maxLength: 4 }), async (groups) => {
      const ids = groups.map(() => uuid())
      for (const [place, own] of groups.entries()) {
        const id = ids[place] ?? ''
        const none = { allowance: null, allowance_period: null, is_cumulative: false }
        await insertGroup(database, { ...own, ...none, id, name: id })
      }
      await setGroupsOf(database, { accountId, source: 'operator' }, ids)
      const { rows } = await sql<Record<string, unknown>>`${limitsOf(accountId, 'a')}`.execute(
        database,
      )
      const { models, storage_quota: quota, retention_days, ...limits } = widestLimits(groups)
      const { storage_quota: foundQuota, ...found } = rows[0] ?? {}
      expect(found).toEqual({ ...limits, is_model_allowed: models?.includes('a') ?? true })
      expect(foundQuota === null ? null : Number(foundQuota)).toBe(quota)
      const [kept] = await listRetentions(database, { after: beforeId(accountId), limit: 1 })
      const own = kept?.account_id === accountId ? kept.days : null
      expect(own).toBe(retention_days)
    }),
    { numRuns: 60 },
  )
})

describe('a group', () => {
  it('is refused where it contradicts itself, each problem with its field', async () => {
    const allowance = { credits: 5, period: 'day', is_cumulative: false } as const
    const facts = {
      ...open,
      name: 'x',
      models: ['no-such'],
      daily_cap: 10,
      job_ceiling: 20,
      allowance,
    }
    const refusal = await refusalOf(saveGroup(context, act, facts))
    expect(refusal).toMatchObject({ reason: 'invalid_group' })
    expect(refusal.problems.map(({ path }: { path: string }) => path)).toEqual([
      'models',
      'job_ceiling',
      'allowance',
    ])
    expect((await readGroups(context)).map(({ name }) => name)).not.toContain('x')
    const known = { knownModels: new Set(['no-such']), isFreeMode: true }
    expect(groupProblems({ ...facts, job_ceiling: 10 }, known)).toEqual([])
  })

  it('has a name of its own, in any case, and is changed by it', async () => {
    const name = `Lab ${uuid()}`
    await saveGroup(context, act, { ...open, name })
    const again = saveGroup(context, act, { ...open, name: name.toUpperCase() })
    expect(await refusalOf(again)).toEqual({ reason: 'group_exists' })
    await saveGroup(context, act, { ...open, name, daily_cap: 7 }, name)
    const found = (await readGroups(context)).filter((group) => group.name === name)
    expect(found).toMatchObject([{ daily_cap: 7, members: 0 }])
    const missing = saveGroup(context, act, { ...open, name }, 'no such group')
    expect(await refusalOf(missing)).toEqual({ reason: 'not_found' })
  })

  it('that is not there takes no members', async () => {
    const { id, names } = await member({})
    const change = changeGroupsOf(context, act, { name: id, groups: ['no such group'] })
    expect(await refusalOf(change)).toMatchObject({ reason: 'invalid_group' })
    const { rows } = await sql<{ name: string }>`select name from account_group
      join user_group on id = group_id where account_id = ${id}`.execute(database)
    expect(rows).toEqual([{ name: names[0] }])
  })
})

it('the ledger is consistent', async () => {
  expect((await verifyLedger(context)).faults).toEqual([])
})
