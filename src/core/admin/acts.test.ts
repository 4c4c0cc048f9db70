import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { closeAccount, noFeatureRows } from '#core/account-data/delete-account-queries.ts'
import { grantCredits, takeCreditsBack } from '#core/accounts/change-credits.ts'
import { suspendAccount } from '#core/accounts/suspend-account.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { cancelGeneration } from '#core/generations/cancel-generation.ts'
import { findFailedGenerations, readGenerationWhole } from '#core/generations/find-generations.ts'
import { refundForOperator, retryAll, retryGeneration } from '#core/generations/retry-generation.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { readMoney, testAccount, testContext, testProviders } from '#testing/context.ts'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { testFileHost } from '#testing/files.ts'
import { finishedJob } from '#testing/finished-generations.ts'
import { fluxDev } from '#testing/models.ts'
import { testEmulator } from '#testing/server.ts'

const context = await testContext()
const { database } = context
const act = { actor: 'ada@example.com', reason: 'because' }

const acts = async (accountId: string) =>
  (await listOperatorActions(database, { accountId, limit: 100 })).map(
    ({ act: name, actor, reason, details }) => ({
      ...{ name, actor, reason },
      details,
    }),
  )
const names = async (accountId: string) => (await acts(accountId)).map(({ name }) => name)

/**
 * Returns how many of several concurrent attempts succeeded; the others must be refused with this
 * reason.
 */
async function succeeded(attempts: Promise<unknown>[], reason: string): Promise<number> {
  const settled = await Promise.allSettled(attempts)
  const refusals = settled.flatMap((one) =>
    one.status === 'rejected' ? [one.reason.refusal?.reason] : [],
  )
  expect(new Set(refusals)).toEqual(new Set(refusals.length > 0 ? [reason] : []))
  return settled.length - refusals.length
}

const times = <Result>(count: number, work: () => Promise<Result>) =>
  Array.from({ length: count }, work)

describe('credits given by an operator', () => {
  it('have a ledger entry and an audit entry with actor and reason', async () => {
    const { id, email } = await testAccount(context, { credits: 10, paid: false })
    const grant = { name: email.toUpperCase(), credits: 90, paid: true, note: 'sorry' }
    expect(await grantCredits(context, act, grant)).toMatchObject({ credits: 100, has_paid: true })
    expect(await readMoney(context, id)).toMatchObject({ balance: 100, sum: 100 })
    const details = { credits: 90, paid: true, note: 'sorry' }
    expect(await acts(id)).toEqual([
      { name: 'account.grant', actor: 'ada@example.com', reason: 'because', details },
    ])
  })

  it('are taken back in full or not at all, by concurrent calls too', async () => {
    const { id } = await testAccount(context, { credits: 100 })
    const take = () => takeCreditsBack(context, act, { name: id, credits: 30, note: 'x' })
    expect(await succeeded(times(8, take), 'insufficient_credits')).toBe(3)
    expect(await readMoney(context, id)).toMatchObject({ balance: 10, sum: 10 })
    expect(await names(id)).toEqual(times(3, () => 'account.take' as never))
  })

  it('are refused for an unknown account', async () => {
    const grant = { name: 'nobody@example.com', credits: 1, paid: false, note: 'x' }
    await expect(grantCredits(context, act, grant)).rejects.toMatchObject({
      refusal: { reason: 'not_found' },
    })
  })
})

describe('an operator action', () => {
  it('does not happen when its audit entry cannot be written', async () => {
    const { id } = await testAccount(context, { credits: 10 })
    const grant = { name: id, credits: 5, paid: false, note: 'x' }
    await expect(grantCredits(context, { ...act, reason: '' }, grant)).rejects.toThrow(
      /audit_entry_reason_check/,
    )
    await expect(
      suspendAccount(context, { ...act, reason: '' }, { name: id, isSuspended: true }),
    ).rejects.toThrow()
    expect(await readMoney(context, id)).toMatchObject({ balance: 10, sum: 10 })
    expect(await names(id)).toEqual([])
  })

  it('cannot be changed or deleted in the audit log', async () => {
    const { id } = await testAccount(context)
    await suspendAccount(context, act, { name: id, isSuspended: true })
    for (const statement of [
      sql`update audit_entry set reason = 'another' where account_id = ${id}`,
      sql`delete from audit_entry where account_id = ${id}`,
      sql`truncate audit_entry`,
    ]) {
      await expect(statement.execute(database)).rejects.toThrow(/refused/)
    }
    expect(await names(id)).toEqual(['account.suspend'])
  })
})

it('lets a suspended account start nothing until it is unsuspended', async () => {
  const { id } = await testAccount(context)
  const request = {
    model: fluxDev,
    input: { prompt: 'a fox' },
    requestId: undefined,
    isPublic: true,
  }
  await suspendAccount(context, act, { name: id, isSuspended: true })
  await suspendAccount(context, act, { name: id, isSuspended: true })
  await expect(startGeneration(context, { ...request, accountId: id })).rejects.toMatchObject({
    refusal: { reason: 'account_suspended' },
  })
  await suspendAccount(context, act, { name: id, isSuspended: false })
  expect(await startGeneration(context, { ...request, accountId: id })).toMatchObject({
    status: 'pending',
  })
  expect(await names(id)).toEqual(['account.resume', 'account.suspend', 'account.suspend'])
})

describe('a generation', () => {
  async function world(faults = '', overrides = {}) {
    const emulator = await testEmulator({ delayMs: 10, faults })
    const own = { ...context, providers: testProviders(emulator.url), ...overrides }
    const account = await testAccount(own, { credits: 500 })
    const input = { prompt: 'a fox', image_size: 'square' }
    const request = {
      accountId: account.id,
      model: fluxDev,
      input,
      requestId: undefined,
      isPublic: true,
    }
    const started = await startGeneration(own, request)
    return { own, emulator, account, id: started.id, money: () => readMoney(own, account.id) }
  }

  it('that failed is found by time and code, and is retried once, with its own audit entry', async () => {
    const { own, account, id } = await world('missing-file')
    await driveToEnd(own, id)
    const request = { accountId: account.id, model: fluxDev, requestId: undefined, isPublic: true }
    const refused = await startGeneration(own, {
      ...request,
      input: { prompt: 'a fox [fault:validation]' },
    })
    await sql`
      with ended as (delete from job where generation_id = ${refused.id})
      update generation set error_code = 'invalid_input', status = 'failed', completed_at = now()
      where id = ${refused.id}`.execute(database)
    const hour = new Date(Date.now() - 3_600_000)
    const found = async (filter: object) =>
      (await findFailedGenerations(own, { since: hour, ...filter })).filter(
        (row) => row.account_id === account.id,
      )
    expect(await found({})).toMatchObject([
      { id: refused.id },
      { id, error_code: 'result_lost', price: 30 },
    ])
    expect(await found({ codes: ['result_lost'] })).toMatchObject([{ id }])
    expect(await found({ since: new Date(Date.now() + 1_000) })).toEqual([])

    const order = { since: hour, code: 'result_lost' } as const
    const { retried, refused: others } = await retryAll(own, act, order)
    expect(retried).toContainEqual({ of: id, id: expect.any(String), did: 'result' })
    expect(others).toEqual({})
    expect(await retryAll(own, act, order)).toEqual({ retried: [], refused: {}, hasMore: false })
    expect(await acts(account.id)).toMatchObject([{ name: 'generation.retry', reason: 'because' }])
    expect(await readMoney(own, account.id)).toMatchObject({ balance: 470, sum: 470 })
  })

  it('that failed is refunded once, by concurrent calls too', async () => {
    const { own, account, id, money } = await world('lost-result', { autoRefund: false })
    expect(await driveToEnd(own, id)).toMatchObject({ status: 'failed', refunded: 0 })
    const refund = () => refundForOperator(own, act, { id, note: 'sorry' })
    expect(await succeeded(times(6, refund), 'already_refunded')).toBe(1)
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
    expect(await acts(account.id)).toMatchObject([
      { name: 'generation.refund', details: { credits: 30 } },
    ])
  })

  it('that succeeded or is open is not refunded', async () => {
    const { own, id, money } = await world()
    const refund = () => refundForOperator(own, act, { id, note: 'x' })
    await expect(refund()).rejects.toMatchObject({ refusal: { reason: 'not_failed' } })
    await driveToEnd(own, id)
    await expect(refund()).rejects.toMatchObject({ refusal: { reason: 'not_failed' } })
    expect(await money()).toMatchObject({ balance: 470 })
  })

  it('whose result was lost is fetched again once, free of charge, and the failed one stays unchanged', async () => {
    const host = await testFileHost()
    const own = { ...context, providers: testProviders(host.url) }
    const account = await testAccount(own, { credits: 500 })
    const output = {
      images: [{ url: `${host.url}/late.png`, width: 1, height: 1, content_type: 'image/png' }],
    }
    const id = await finishedJob(own, host, { accountId: account.id, kind: 'image', output })
    const failed = await driveToEnd(own, id)
    expect(failed).toMatchObject({ status: 'failed', error_code: 'result_lost', refunded: 30 })

    host.serve(
      'late.png',
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#2a6' } })
        .png()
        .toBuffer(),
    )
    const retry = () => retryGeneration(own, act, { id })
    expect(await succeeded(times(6, retry), 'already_retried')).toBe(1)
    const { retryId, acts: done } = await readGenerationWhole(own, id)
    expect(done).toMatchObject([{ act: 'generation.retry', reason: 'because' }])
    const again = await driveToEnd(own, retryId ?? '')
    expect(again).toMatchObject({
      status: 'completed',
      price: 0,
      refunded: 0,
      parent_id: id,
      input: failed.input,
    })
    expect(again.provider_job).toEqual(failed.provider_job)
    expect(await readRow(own, id)).toMatchObject({ status: 'failed', refunded: 30 })
    expect(await readMoney(own, account.id)).toMatchObject({
      balance: 500,
      sum: 500,
      entries: [{}, {}, {}],
    })
    expect(await names(account.id)).toEqual(['generation.retry'])
    expect((await verifyLedger(own)).faults).toEqual([])
  })

  it('that never reached the provider is submitted again free of charge, and refunds nothing when it fails again', async () => {
    const { own, id, money } = await world('drop-before*1,lost-result')
    expect(await driveToEnd(own, id)).toMatchObject({
      status: 'failed',
      error_code: 'unknown_outcome',
    })
    const { id: second, did } = await retryGeneration(own, act, { id })
    expect(did).toBe('start')
    expect(await driveToEnd(own, second)).toMatchObject({ status: 'failed', price: 0, refunded: 0 })
    await expect(refundForOperator(own, act, { id: second, note: 'x' })).rejects.toMatchObject({
      refusal: { reason: 'already_refunded' },
    })
    const { id: third } = await retryGeneration(own, act, { id: second, from: 'start' })
    expect(await readRow(own, third)).toMatchObject({ parent_id: second, step: 'submit' })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
    expect((await verifyLedger(own)).faults).toEqual([])
  })

  it('of an account that is deleted, but not erased yet, is not retried', async () => {
    const { own, account, id } = await world('drop-before*1,lost-result')
    await driveToEnd(own, id)
    await closeAccount(database, { id: account.id, identityHashes: [], ofFeatures: noFeatureRows })
    await expect(retryGeneration(own, act, { id })).rejects.toMatchObject({
      refusal: { reason: 'not_found' },
    })
    expect(await readGenerationWhole(own, id)).toMatchObject({ retryId: null, acts: [] })
  })

  it('that waits is polled now, unless a worker has claimed it', async () => {
    const { own, id } = await world()
    const later = sql`update job set next_step_at = now() + interval '1 hour' where generation_id = ${id}`
    await later.execute(database)
    expect(await retryGeneration(own, act, { id })).toEqual({ id, did: 'poll' })
    expect((await claim(own)).map((row) => row.id)).toContain(id)
    await expect(retryGeneration(own, act, { id })).rejects.toMatchObject({
      refusal: { reason: 'too_late' },
    })
  })

  it('that was cancelled or does not exist is not retried', async () => {
    const { own, account, id } = await world()
    await cancelGeneration(own, account.id, id)
    await expect(retryGeneration(own, act, { id })).rejects.toMatchObject({
      refusal: { reason: 'not_retryable' },
    })
    for (const unknown of ['nonsense', account.id]) {
      await expect(retryGeneration(own, act, { id: unknown })).rejects.toMatchObject({
        refusal: { reason: 'not_found' },
      })
    }
    expect(await names(account.id)).toEqual([])
  })
})
