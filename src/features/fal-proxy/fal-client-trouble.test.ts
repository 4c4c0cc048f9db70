import type { FalClient, QueueStatus } from '@fal-ai/client'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { readMoney } from '#testing/context.ts'
import { falVisitor, refusal, serveApp } from '#testing/fal-client.ts'
import { inputFor } from '#testing/model-input.ts'
import { testServer } from '#testing/server.ts'
import { modelApplication } from './routes/target.ts'

const [model] = builtInModels
if (!model) throw new Error('The catalogue is empty')
const [endpoint] = model.endpoints
const { input } = inputFor(endpoint, { num_images: 1, image_size: 'square' })

const server = await testServer({
  media: 'plain',
  delayMs: 2_500,
  concurrency: 1,
  control: true,
})
const url = await serveApp(server)

const visitor = () => falVisitor(server, url)
/** The emulator runs one job at a time: from now on all others wait. */
async function keepBusy({ queue }: FalClient): Promise<void> {
  const { request_id: requestId } = await queue.submit(endpoint, {
    input: { ...input, prompt: 'first [fault:slow]' },
  })
  const status = async () => (await queue.status(endpoint, { requestId })).status
  await vi.waitUntil(async () => (await status()) === 'IN_PROGRESS', { timeout: 60_000 })
}

const requestOf = (id: string) => `${modelApplication(model)}/requests/${id}`

describe('a slow job', () => {
  it('streams each state, and every line of its log once', async () => {
    const { fal } = await visitor()
    const { request_id: requestId } = await fal.queue.submit(endpoint, { input })
    const stream = await fal.queue.streamStatus(endpoint, { requestId, logs: true })
    const updates: QueueStatus[] = []
    stream.on('data', (update) => updates.push(update as QueueStatus))
    await stream.done()

    const states = updates
      .map(({ status }) => status)
      .filter((status, index, all) => status !== all[index - 1])
    expect(states).toEqual(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'])
    const lines = updates.flatMap((update) =>
      'logs' in update ? update.logs.map(({ message }) => message) : [],
    )
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.length).toBeGreaterThan(5)
  })
})

describe('a queued job', () => {
  beforeAll(async () => keepBusy((await visitor()).fal))

  it('can be cancelled while it waits, and is refunded', async () => {
    const { fal, account, request } = await visitor()
    const { request_id: requestId } = await fal.queue.submit(endpoint, { input })
    // Submitted and waiting there: from then on a cancellation needs the provider.
    const position = async () =>
      (await request('GET', `/api/generations/${requestId}`)).body.queue_position
    await expect.poll(position).toBe(0)
    await fal.queue.cancel(endpoint, { requestId })

    expect(await fal.queue.status(endpoint, { requestId })).toMatchObject({
      status: 'COMPLETED',
      error: 'Cancelled.',
      error_type: 'client_cancelled',
    })
    const error = await refusal(fal.queue.result(endpoint, { requestId }))
    expect(error).toMatchObject({
      status: 499,
      message: 'Cancelled.',
      body: { error_type: 'client_cancelled' },
    })
    const { entries } = await readMoney(server.context, account.id)
    expect(entries.map(({ reason }) => reason)).toEqual(['grant', 'charge', 'refund'])
  })

  it('is cancelled by the client after a timeout', async () => {
    const { fal, account } = await visitor()
    await expect(
      fal.subscribe(endpoint, { input, timeout: 700, pollInterval: 100 }),
    ).rejects.toThrow('timed out')
    const reasons = async () =>
      (await readMoney(server.context, account.id)).entries.map(({ reason }) => reason)
    await expect.poll(reasons).toContain('refund')
  })
})

describe('a provider that rejects our account', () => {
  it('appears as 503, first on the result, then on the submit, without its own text', async () => {
    const { fal, call, account } = await visitor()
    const lock = (state: string) =>
      fetch(`${server.emulator.url}/control/account`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: 'Key test' },
        body: JSON.stringify({ state }),
      })
    expect((await lock('locked')).ok).toBe(true)

    const { request_id: requestId } = await fal.queue.submit(endpoint, { input })
    await fal.queue.subscribeToStatus(endpoint, { requestId, pollInterval: 50 })
    const result = await call('GET', requestOf(requestId))
    expect(result).toMatchObject({ status: 503, body: { code: 'temporarily_unavailable' } })
    const refused = await call('POST', endpoint, input)
    expect(refused).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
    expect(JSON.stringify([result.body, refused.body])).not.toMatch(/lock|fal\.ai|balance/i)
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 1000 })
    expect((await lock('ok')).ok).toBe(true)
  })
})
