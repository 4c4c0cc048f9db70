import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forever, tiny } from './testing/test-emulator.ts'
import {
  acceptedFor,
  keySetOf,
  reportsOf,
  type TestWebhooks,
  testWebhooks,
} from './testing/test-webhooks.ts'
import { isSigned } from './testing/webhook-receiver.ts'

let world: TestWebhooks
beforeEach(async () => {
  world = await testWebhooks()
})
afterEach(() => world.close())

describe('the event', () => {
  it('contains the output of a job that succeeded, signed, and goes to exactly the address', async () => {
    const [hook, emulator] = [await world.receiver(), await world.start()]
    const job = await acceptedFor(hook, emulator)
    const [event] = await hook.first(1)
    expect(event.path).toBe('/hook?generation=7&token=a%20b')
    expect(event.headers).toMatchObject({
      'content-type': 'application/json',
      'x-fal-webhook-request-id': job.request_id,
      'x-fal-webhook-user-id': 'atelier-demo',
      'x-fal-webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'x-fal-webhook-signature': expect.stringMatching(/^[0-9a-f]{128}$/),
    })
    expect(isSigned(event, await keySetOf(emulator))).toBe(true)
    expect(event.body).toEqual({
      request_id: job.request_id,
      gateway_request_id: expect.not.stringContaining(job.request_id),
      status: 'OK',
      error: null,
      payload: (await emulator.result(job)).body,
    })
  })

  it("contains the error's body of a job that failed", async () => {
    const [hook, emulator] = [await world.receiver(), await world.start()]
    const job = await acceptedFor(hook, emulator, { ...tiny, num_images: 99 })
    const [event] = await hook.first(1)
    expect(event.body).toEqual({
      request_id: job.request_id,
      gateway_request_id: expect.any(String),
      status: 'ERROR',
      error: 'Invalid status code: 422',
      payload: (await emulator.result(job)).body,
    })
    expect(event.body).toMatchObject({ payload: { detail: [{ loc: ['body', 'num_images'] }] } })
  })

  it('may contain no payload and give the reason', async () => {
    const [hook, emulator] = [
      await world.receiver(),
      await world.start({ faults: 'webhook-payload-error' }),
    ]
    const job = await acceptedFor(hook, emulator)
    const [event] = await hook.first(1)
    expect(event.body).toEqual({
      request_id: job.request_id,
      gateway_request_id: expect.any(String),
      status: 'OK',
      payload: null,
      payload_error: expect.stringContaining('not JSON serializable'),
    })
    expect((await emulator.result(job)).status).toBe(200)
  })

  it('contains the configured user', async () => {
    const [hook, emulator] = [await world.receiver(), await world.start({ userId: 'somebody' })]
    await acceptedFor(hook, emulator)
    const [event] = await hook.first(1)
    expect(event.headers['x-fal-webhook-user-id']).toBe('somebody')
    expect(isSigned(event, await keySetOf(emulator))).toBe(true)
  })
})

describe('a job that is cancelled', () => {
  it('sends nothing when it never started, an error when it ran', async () => {
    const [hook, emulator] = [
      await world.receiver(),
      await world.start({ delayMs: forever, concurrency: 1 }),
    ]
    const [running, waiting] = [
      await acceptedFor(hook, emulator),
      await acceptedFor(hook, emulator),
    ]
    await emulator.cancel(waiting)
    await emulator.cancel(running)
    const [event] = await hook.first(1)
    expect(event.body).toMatchObject({
      request_id: running.request_id,
      status: 'ERROR',
      error: 'Invalid status code: 499',
      payload: { error_type: 'client_cancelled' },
    })
    await emulator.stop()
    const again = await world.start()
    await expect.poll(() => again.stats()).toMatchObject({ completed: 2 })
    await again.stop()
    expect(hook.received.map(({ body }) => body.request_id)).not.toContain(waiting.request_id)
  })
})

it.each(['nowhere', 'ftp://127.0.0.1/', ''])(
  'an invalid address is skipped: "%s"',
  async (fal_webhook) => {
    const emulator = await world.start({ faults: 'webhook-early' })
    expect((await emulator.submit(tiny, 'fal-ai/flux/schnell', { fal_webhook })).status).toBe(200)
    expect(await reportsOf(emulator)).toMatchObject([{ webhooks: [] }])
  },
)
