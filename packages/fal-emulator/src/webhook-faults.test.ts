import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EmulatorClient, SubmittedRequest } from './testing/test-emulator.ts'
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

/** The report on a job whose last webhook was sent. */
async function settledReport(emulator: EmulatorClient, job: SubmittedRequest) {
  const report = async () => (await reportsOf(emulator)).find(({ id }) => id === job.request_id)
  await expect.poll(async () => (await report())?.webhookSettled).toBe(true)
  return report()
}

it('webhook-lost sends nothing', async () => {
  const [hook, emulator] = [await world.receiver(), await world.start({ faults: 'webhook-lost' })]
  const job = await acceptedFor(hook, emulator)
  expect(await settledReport(emulator, job)).toMatchObject({ httpStatus: 200, webhooks: [] })
  expect(hook.received).toEqual([])
})

it('webhook-late sends after a while', async () => {
  const [hook, emulator] = [
    await world.receiver(),
    await world.start({ faults: 'webhook-late', webhooks: { lateness: 200 } }),
  ]
  const report = await settledReport(emulator, await acceptedFor(hook, emulator))
  expect(Number(report?.webhooks[0]?.at) - Number(report?.finishedAt)).toBeGreaterThanOrEqual(199)
})

it('webhook-twice sends the event and repeats it', async () => {
  const [hook, emulator] = [await world.receiver(), await world.start({ faults: 'webhook-twice' })]
  const job = await acceptedFor(hook, emulator)
  const report = await settledReport(emulator, job)
  expect(report?.webhooks.map(({ kind }) => kind).toSorted()).toEqual(['event', 'repeated'])
  const keys = await keySetOf(emulator)
  const [one, other] = await hook.first(2)
  expect([one, other].map((event) => event && isSigned(event, keys))).toEqual([true, true])
  expect(other?.body.request_id).toBe(job.request_id)
})

it('webhook-early arrives before the submit is answered, however long the queue', async () => {
  const hook = await world.receiver('hold')
  const emulator = await world.start({ concurrency: 1, delayMs: 600_000 })
  await emulator.accepted()
  let answered = false
  const submitted = acceptedFor(hook, emulator, {
    prompt: '[fault:webhook-early]',
    image_size: 'square',
  })
  const noticed = submitted.then(() => {
    answered = true
  })
  const [event] = await hook.first(1)
  await emulator.stats()
  expect(answered).toBe(false)
  hook.release()
  await noticed
  expect(event.body).toMatchObject({ request_id: (await submitted).request_id, status: 'OK' })
  expect(await emulator.stats()).toMatchObject({ running: 1, completed: 1 })
})

it('webhook-early does not wait without a webhook', async () => {
  const emulator = await world.start({ faults: 'webhook-early' })
  expect((await emulator.submit()).status).toBe(200)
})

describe('false webhooks, sent once and followed by nothing', () => {
  it('webhook-forged has a signature that matches no key', async () => {
    const [hook, emulator] = [
      await world.receiver(401),
      await world.start({ faults: 'webhook-forged' }),
    ]
    const job = await acceptedFor(hook, emulator)
    expect((await settledReport(emulator, job))?.webhooks).toMatchObject([
      { kind: 'forged', status: 401 },
    ])
    const [event] = await hook.first(1)
    expect(isSigned(event, await keySetOf(emulator))).toBe(false)
    expect(event.body).toMatchObject({ request_id: job.request_id, status: 'OK' })
    expect((await emulator.result(job)).status).toBe(200)
  })

  it('webhook-foreign-user comes from another user, and again with an unknown key', async () => {
    const [hook, emulator] = [
      await world.receiver(401),
      await world.start({ faults: 'webhook-foreign-user' }),
    ]
    const job = await acceptedFor(hook, emulator)
    expect((await settledReport(emulator, job))?.webhooks).toHaveLength(2)
    const keys = await keySetOf(emulator)
    const events = (await hook.first(2)).map((event) => [
      event.headers['x-fal-webhook-user-id'],
      isSigned(event, keys),
    ])
    expect(events.toSorted()).toEqual([
      ['atelier-demo', false],
      ['not-atelier-demo', true],
    ])
  })

  it("webhook-other-job reports the job before it, to this job's address", async () => {
    const [hook, emulator] = [await world.receiver(404), await world.start()]
    const other = await emulator.accepted()
    const job = await acceptedFor(hook, emulator, {
      prompt: '[fault:webhook-other-job]',
      image_size: 'square',
    })
    expect((await settledReport(emulator, job))?.webhooks).toMatchObject([
      { kind: 'other-job', status: 404 },
    ])
    const [event] = await hook.first(1)
    expect(isSigned(event, await keySetOf(emulator))).toBe(true)
    expect(event.headers['x-fal-webhook-request-id']).toBe(other.request_id)
    expect(event.body.request_id).toBe(other.request_id)
  })
})
