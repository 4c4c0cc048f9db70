import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { histories } from '#core/history/routes/histories.ts'
import {
  chinese,
  failed,
  historyStudio,
  missingId,
  modelOf,
  type Owner,
} from '#testing/api/history.ts'
import { readMoney } from '#testing/context.ts'

const { context, owner, app } = await historyStudio({ autoRefund: false })

const path = '/api/wan/refundCredits'
const requestRefund = (client: Owner, request_id: string, more: object = {}, headers = {}) =>
  client.request(
    'POST',
    path,
    { request_id, reason: 'It failed', manual_refund: true, ...more },
    headers,
  )
const read = async (client: Owner, id: string) =>
  (await client.request('GET', `/api/generations/${id}`)).body
const balanceOf = async (client: Owner) => (await readMoney(context, client.account.id)).balance

describe.each(histories)(`POST ${path} for a failed record of $base`, ({ base, kind }) => {
  it('refunds its price once, and the record shows it', async () => {
    const client = await owner()
    const id = await client.finish(modelOf(kind).id, {}, failed)
    const before = await read(client, id)
    expect(before).toMatchObject({
      can_refund: true,
      credits_refunded: 0,
      refunded_at: null,
      refund_reason: null,
    })
    const { request_id, credits_charged } = before

    expect(await requestRefund(client, request_id)).toMatchObject({
      status: 200,
      body: { success: true, data: { refund_amount: credits_charged }, refund_status: 'refunded' },
    })
    expect(await balanceOf(client)).toBe(100_000)
    expect(await requestRefund(client, id)).toMatchObject({
      status: 409,
      body: {
        success: false,
        error: 'The credits were already given back.',
        code: 'already_refunded',
        refund_status: 'duplicate_attempt',
      },
    })
    expect((await requestRefund(client, id, {}, chinese)).body.error).toBe(
      '积分已经退还，不能重复申请。',
    )
    expect(await read(client, id)).toMatchObject({
      status: 'failed',
      can_refund: false,
      credits_refunded: credits_charged,
      refunded_at: expect.any(String),
      refund_reason: 'It failed',
      refund_attempts: 2,
    })
    const { body } = await client.request('GET', `${base}/history`)
    expect(body.data[0].generation).toEqual(await read(client, id))
    if (kind === 'image')
      expect(body.stats).toMatchObject({ totalGenerated: 1, totalCreditsUsed: 0 })
    if (kind === 'audio')
      expect(body.data[0]).toMatchObject({
        creditsUsed: 0,
        creditsRefunded: true,
        refundAmount: 50,
        refundedAt: body.data[0].generation.refunded_at,
        refundReason: 'It failed',
        refundAttempts: 2,
      })
  })

  it.each([
    ['completed', {}, 'not_failed', 'not_failed'],
    ['partial', { status: 'partial' }, 'not_failed', 'not_failed'],
    ['refunded by itself', { ...failed, refund: 1 }, 'already_refunded', 'duplicate_attempt'],
  ] as const)(
    'gives nothing for one that is %s, and counts the attempt',
    async (_, ending, code, refund_status) => {
      const client = await owner()
      const id = await client.finish(modelOf(kind).id, {}, ending)
      const before = await balanceOf(client)
      expect(await requestRefund(client, id)).toMatchObject({
        status: 409,
        body: { success: false, code, refund_status },
      })
      expect(await read(client, id)).toMatchObject({ can_refund: false, refund_attempts: 1 })
      expect(await balanceOf(client)).toBe(before)
    },
  )

  it('refunds nothing while it waits; a cancelled one is refunded already', async () => {
    const client = await owner()
    const id = await client.wait(modelOf(kind))
    expect(await requestRefund(client, id)).toMatchObject({
      status: 409,
      body: { refund_status: 'not_failed' },
    })
    expect((await requestRefund(client, id, {}, chinese)).body.error).toBe(
      '只有失败的任务才能退款。',
    )
    // Not during its submit.
    await expect
      .poll(async () => (await client.request('DELETE', `${base}/delete`, { id })).status)
      .toBe(200)
    expect(await requestRefund(client, id)).toMatchObject({
      status: 404,
      body: { refund_status: 'not_found' },
    })
    await client.request('POST', '/api/generations/restore', { ids: [id] })
    expect(await read(client, id)).toMatchObject({
      status: 'failed',
      error_code: 'cancelled',
      refund_attempts: 2,
    })
    expect(await requestRefund(client, id)).toMatchObject({
      status: 409,
      body: { refund_status: 'duplicate_attempt' },
    })
    expect(await balanceOf(client)).toBe(100_000)
  })
})

describe(`POST ${path}`, () => {
  it('refunds once for a hundred concurrent requests, also in the ledger', async () => {
    const client = await owner()
    const id = await client.finish('flux-dev', {}, failed)
    const answers = await Promise.all(Array.from({ length: 100 }, () => requestRefund(client, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ body }) => body.refund_status === 'duplicate_attempt')
    expect(refused.map(({ status }) => status)).toEqual(Array(99).fill(409))
    const { balance, sum, entries } = await readMoney(context, client.account.id)
    expect([balance, sum]).toEqual([100_000, 100_000])
    expect(entries.filter(({ reason }) => reason === 'refund')).toHaveLength(1)
    expect(await read(client, id)).toMatchObject({ refund_attempts: 99 })
    expect(await verifyLedger(context)).toMatchObject({ faults: [] })
  })

  it('discloses nothing of another account’s record, and counts no attempt', async () => {
    const [mine, other] = [await owner(), await owner()]
    const id = await mine.finish('flux-dev', {}, failed)
    const { request_id } = await read(mine, id)
    const foreign = await requestRefund(other, request_id)
    expect(foreign).toMatchObject({
      status: 404,
      body: { success: false, error: 'Not found', code: 'not_found', refund_status: 'not_found' },
    })
    for (const name of [id, missingId, 'nonsense', "'; drop table account; --"])
      expect((await requestRefund(other, name)).body).toEqual(foreign.body)
    expect(await read(mine, id)).toMatchObject({ can_refund: true, refund_attempts: 0 })
  })

  it('prefers the record with this request id to the one with this id', async () => {
    const client = await owner()
    const first = await client.finish('flux-dev', {}, failed)
    const second = await client.finish('flux-dev', {}, failed)
    await context.database
      .updateTable('generation')
      .set({ request_id: first })
      .where('id', '=', second)
      .execute()
    expect((await requestRefund(client, first)).status).toBe(200)
    expect([
      (await read(client, first)).can_refund,
      (await read(client, second)).can_refund,
    ]).toEqual([true, false])
  })

  it('accepts a reason or none', async () => {
    const client = await owner()
    const [first, second] = [
      await client.finish('flux-dev', {}, failed),
      await client.finish('flux-dev', {}, failed),
    ]
    expect((await requestRefund(client, first, { reason: undefined })).status).toBe(200)
    expect(await read(client, first)).toMatchObject({
      refund_reason: 'The model failed while working on this.',
    })
    expect(
      (await requestRefund(client, second, { reason: ' It is black.\nAll of it. 🦊 ' })).status,
    ).toBe(200)
    expect(await read(client, second)).toMatchObject({
      refund_reason: 'It is black.\nAll of it. 🦊',
    })
  })

  it.each([
    [{ request_id: undefined }, 'request_id', 'required'],
    [{ request_id: ' ' }, 'request_id', 'required'],
    [{ request_id: 7 }, 'request_id', 'wrong_type'],
    [{ request_id: 'x'.repeat(201) }, 'request_id', 'too_long'],
    [{ manual_refund: undefined }, 'manual_refund', 'required'],
    [{ manual_refund: false }, 'manual_refund', 'not_an_option'],
    [{ manual_refund: 'true' }, 'manual_refund', 'not_an_option'],
    [{ reason: 'x'.repeat(501) }, 'reason', 'too_long'],
    [{ reason: 'a\u0000b' }, 'reason', 'wrong_type'],
  ])('refuses %j', async (body, field, problem) => {
    const client = await owner()
    const answer = await requestRefund(client, missingId, body)
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, code: 'invalid_input', fields: [{ field, problem }] },
    })
    expect(answer.body).not.toHaveProperty('refund_status')
  })

  it('rejects missing credentials and invalid JSON', async () => {
    const client = await owner()
    const headers = { 'content-type': 'application/json' }
    const anonymous = await app.request(`http://localhost:3000${path}`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    expect([anonymous.status, await anonymous.json()]).toMatchObject([
      401,
      { success: false, error: 'Unauthorized' },
    ])
    expect(await client.request('POST', path, {}, { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { success: false },
    })
  })
})
