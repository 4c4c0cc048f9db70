import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmulatorClient, tiny } from './testing/test-emulator.ts'
import { keySetOf, type TestWebhooks, testWebhooks } from './testing/test-webhooks.ts'
import { isSigned } from './testing/webhook-receiver.ts'

let world: TestWebhooks
let emulator: EmulatorClient

beforeAll(async () => {
  world = await testWebhooks()
  emulator = await world.start()
})
afterAll(() => world.close())

const setAccount = (state: string) =>
  emulator.send('/control/account', { method: 'PUT', body: JSON.stringify({ state }), headers: {} })
const initiate = () =>
  emulator.send('/storage/upload/initiate', {
    method: 'POST',
    body: '{"content_type":"a/b","file_name":"c"}',
  })

describe('the account', () => {
  it.each([
    ['locked', 403, 'User is locked. Reason: Admin lock. Please contact support@fal.ai'],
    [
      'exhausted',
      403,
      'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
    ],
    ['key-refused', 401, expect.any(String)],
  ])(
    '%s: submits and uploads are refused with %i, status requests are answered',
    async (state, status, detail) => {
      const job = await emulator.accepted()
      const { submitted } = (await emulator.stats()) as { submitted: number }
      expect((await setAccount(state)).body).toEqual({ state })
      expect(await emulator.submit()).toMatchObject({ status, body: { detail } })
      expect(await initiate()).toMatchObject({ status, body: { detail } })
      await emulator.completed(job)
      expect((await emulator.status(job)).status).toBe(200)
      expect((await emulator.result(job)).status).toBe(200)
      expect(await emulator.stats()).toMatchObject({ submitted })

      await setAccount('ok')
      expect((await emulator.submit()).status).toBe(200)
      expect((await initiate()).status).toBe(200)
    },
  )

  it('has no other state', async () => {
    expect((await setAccount('rich')).status).toBe(422)
  })
})

describe('the jobs', () => {
  it('are reported with their input and their outcome', async () => {
    const fresh = await world.start({ durable: false })
    const input = { ...tiny, prompt: 'a fox [fault:content-policy]' }
    const job = await fresh.accepted(input, 'fal-ai/flux/dev')
    await fresh.completed(job)
    expect((await fresh.send('/control/jobs', { headers: {} })).body).toEqual([
      {
        id: job.request_id,
        endpoint: 'fal-ai/flux/dev',
        input,
        faults: ['content-policy'],
        acceptedAt: expect.any(Number),
        startedAt: expect.any(Number),
        finishedAt: expect.any(Number),
        httpStatus: 422,
        webhooks: [],
        webhookSettled: true,
      },
    ])
  })
})

describe('an ordered webhook', () => {
  const order = async (what: object) =>
    (
      await emulator.send('/control/webhook', {
        method: 'POST',
        body: JSON.stringify(what),
        headers: {},
      })
    ).body

  it('sends any body to any address', async () => {
    const [hook, keys] = [await world.receiver(418), await keySetOf(emulator)]
    expect(await order({ url: hook.url, body: { request_id: 'r', status: 'OK' } })).toEqual({
      status: 418,
    })
    const [event] = await hook.first(1)
    expect(event.headers).toMatchObject({
      'x-fal-webhook-request-id': 'r',
      'x-fal-webhook-user-id': 'atelier-demo',
    })
    expect([event.raw.toString(), isSigned(event, keys)]).toEqual([
      '{"request_id":"r","status":"OK"}',
      true,
    ])
  })

  it('may be false in any way', async () => {
    const [hook, keys] = [await world.receiver(), await keySetOf(emulator)]
    const body = '{ "request_id": "r" }'
    await order({ url: hook.url, body, requestId: 'q', userId: 'u', timestamp: 1 })
    await order({ url: hook.url, body, key: 'foreign' })
    await order({ url: hook.url, body, forged: true })
    const events = await hook.first(3)
    expect(events.map((event) => isSigned(event, keys))).toEqual([true, false, false])
    expect(events[0].raw.toString()).toBe(body)
    expect(events[0].headers).toMatchObject({
      'x-fal-webhook-request-id': 'q',
      'x-fal-webhook-user-id': 'u',
      'x-fal-webhook-timestamp': '1',
    })
  })

  it('reports a refused connection', async () => {
    expect(await order({ url: 'http://127.0.0.1:1/', body: {} })).toEqual({ status: null })
  })
})

it('is available only with the option `control`', async () => {
  const plain = await world.start({ control: false, durable: false })
  expect((await plain.send('/control/jobs')).status).toBe(404)
  expect(
    (await plain.send('/control/account', { method: 'PUT', body: '{"state":"locked"}' })).status,
  ).toBe(404)
  expect((await plain.submit()).status).toBe(200)
})
