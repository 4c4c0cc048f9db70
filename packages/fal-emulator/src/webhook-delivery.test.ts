import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EmulatorClient } from './testing/test-emulator.ts'
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

const settled = (emulator: EmulatorClient) =>
  expect
    .poll(async () => (await reportsOf(emulator)).every(({ webhookSettled }) => webhookSettled))
    .toBe(true)
const statuses = async (emulator: EmulatorClient) =>
  (await reportsOf(emulator)).map(({ webhooks }) => webhooks.map(({ status }) => status))

describe('a webhook that did not arrive', () => {
  it.each([['hang-up', null] as const, [500, 500] as const, [401, 401] as const])(
    'is sent again until it does: %s',
    async (answer, status) => {
      const [hook, emulator] = [await world.receiver(answer, answer, 204), await world.start()]
      await acceptedFor(hook, emulator)
      const events = await hook.first(3)
      expect(new Set(events.map(({ raw }) => raw.toString())).size).toBe(1)
      await settled(emulator)
      expect(await statuses(emulator)).toEqual([[status, status, 204]])
    },
  )

  it('is given up after ten retries', async () => {
    const [hook, emulator] = [
      await world.receiver(503),
      await world.start({ webhooks: { retryPause: 0.1 } }),
    ]
    await acceptedFor(hook, emulator)
    await settled(emulator)
    expect(await statuses(emulator)).toEqual([Array(11).fill(503)])
  })

  it('waits twice as long each time', async () => {
    const [hook, emulator] = [
      await world.receiver(503, 503, 503, 200),
      await world.start({ webhooks: { retryPause: 30 } }),
    ]
    await acceptedFor(hook, emulator)
    await settled(emulator)
    const times = (await reportsOf(emulator)).flatMap(({ webhooks }) =>
      webhooks.map(({ at }) => at),
    )
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(pauses.map((pause, index) => pause >= 30 * 2 ** index - 1)).toEqual([true, true, true])
  })

  it('is signed anew, for the time of each attempt', async () => {
    const [hook, emulator] = [
      await world.receiver(503, 200),
      await world.start({ webhooks: { retryPause: 1_050 } }),
    ]
    await acceptedFor(hook, emulator)
    const events = await hook.first(2)
    const [first = 0, second = 0] = events.map(({ headers }) =>
      Number(headers['x-fal-webhook-timestamp']),
    )
    expect(second).toBeGreaterThan(first)
    const keys = await keySetOf(emulator)
    expect(events.map((event) => isSigned(event, keys))).toEqual([true, true])
  })

  it('is never sent again after a redirect, nor to its target', async () => {
    const [hook, emulator] = [await world.receiver(307), await world.start()]
    await acceptedFor(hook, emulator)
    await settled(emulator)
    expect(await statuses(emulator)).toEqual([[307]])
    expect(hook.received).toHaveLength(1)
  })

  it('does not block the queue, and its attempt ends after a while', async () => {
    const hook = await world.receiver('hold', 200)
    const emulator = await world.start({
      concurrency: 1,
      webhooks: { retryPause: 1, firstTimeout: 400 },
    })
    const job = await acceptedFor(hook, emulator)
    await hook.first(1)
    const next = await emulator.accepted()
    await emulator.completed(next)
    await settled(emulator)
    const report = (await reportsOf(emulator)).find(({ id }) => id === job.request_id)
    expect(report?.webhooks.map(({ status }) => status)).toEqual([null, 200])
  })
})

describe('a restart', () => {
  it('sends what had not arrived, with the same key, and nothing twice', async () => {
    const hook = await world.receiver(503, 200)
    const before = await world.start({ webhooks: { retryPause: 600_000 } })
    const keys = await keySetOf(before)
    const job = await acceptedFor(hook, before)
    await expect.poll(() => statuses(before)).toEqual([[503]])
    await before.stop()

    const after = await world.start()
    const [, event] = await hook.first(2)
    expect(event && isSigned(event, keys)).toBe(true)
    expect(event?.body).toMatchObject({ request_id: job.request_id, status: 'OK' })
    expect(JSON.stringify(event?.body)).toContain(`${after.url}/files/`)
    await settled(after)
    await after.stop()

    const again = await world.start()
    expect(await statuses(again)).toEqual([[503, 200]])
    await again.stop()
    expect(hook.received).toHaveLength(2)
  })

  it('creates another key where nothing is durable', async () => {
    const [one, other] = [
      await world.start({ durable: false }),
      await world.start({ durable: false }),
    ]
    expect(await keySetOf(one)).not.toEqual(await keySetOf(other))
  })
})
