import type { JsonWebKey } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EngineWorld, engineWorld, forever, tiny } from '#demo/engine/testing/engine-world.ts'
import { isSigned, type Received, webhookReceiver } from '#demo/engine/testing/webhook-receiver.ts'
import { createFal } from '#providers/fal/fal.ts'

let world: EngineWorld
const receivers: { close(): Promise<void> }[] = []
beforeEach(async () => {
  world = await engineWorld()
})
afterEach(async () => {
  await world.close()
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})

async function receiver(...answers: (number | 'hang-up')[]) {
  const made = await webhookReceiver(...answers)
  receivers.push(made)
  return made
}

type Hook = Awaited<ReturnType<typeof receiver>>
type Client = Awaited<ReturnType<EngineWorld['start']>>
const quick = { pictures: 'plain', webhooks: { retryPause: 5 } } as const
const keySet = async (engine: Client) => (await engine.ask('/.well-known/jwks.json')).body as { keys: JsonWebKey[] }
const accepted = async (engine: Client, hook: Hook, input: object = tiny) => {
  const answer = await engine.submit(input, 'fal-ai/flux/schnell', { fal_webhook: hook.url })
  return answer.body as Awaited<ReturnType<Client['accepted']>>
}
const timestamp = ({ headers }: Received) => Number(headers['x-fal-webhook-timestamp'])

describe('the event', () => {
  it('carries the output of a job that succeeded, signed, to the very address', async () => {
    const [hook, engine] = [await receiver(), await world.start(quick)]
    const job = await accepted(engine, hook)
    const [event] = (await hook.first(1)) as [Received]
    expect(event.path).toBe('/hook?generation=7&token=a%20b')
    expect(event.headers).toMatchObject({
      'content-type': 'application/json',
      'x-fal-webhook-request-id': job.request_id,
      'x-fal-webhook-user-id': 'atelier-demo',
      'x-fal-webhook-signature': expect.stringMatching(/^[0-9a-f]{128}$/),
    })
    expect(Math.abs(timestamp(event) - Date.now() / 1000)).toBeLessThan(300)
    expect(isSigned(event, await keySet(engine))).toBe(true)
    expect(event.body).toEqual({
      request_id: job.request_id,
      gateway_request_id: expect.not.stringContaining(job.request_id),
      status: 'OK',
      error: null,
      payload: (await engine.result(job)).body,
    })
  })

  it("carries the error's body of a job that failed", async () => {
    const [hook, engine] = [await receiver(), await world.start(quick)]
    const job = await accepted(engine, hook, { ...tiny, num_images: 99 })
    const [event] = (await hook.first(1)) as [Received]
    expect(event.body).toEqual({
      request_id: job.request_id,
      gateway_request_id: expect.any(String),
      status: 'ERROR',
      error: 'Invalid status code: 422',
      payload: (await engine.result(job)).body,
    })
    expect(event.body).toMatchObject({ payload: { detail: [{ loc: ['body', 'num_images'] }] } })
  })

  it('may carry no payload and say why', async () => {
    const [hook, engine] = [await receiver(), await world.start({ ...quick, faults: 'webhook-payload-error' })]
    const job = await accepted(engine, hook)
    const [event] = (await hook.first(1)) as [Received]
    expect(event.body).toEqual({
      request_id: job.request_id,
      gateway_request_id: expect.any(String),
      status: 'OK',
      payload: null,
      payload_error: expect.stringContaining('not JSON serializable'),
    })
    expect((await engine.result(job)).status).toBe(200)
  })

  it('names the user that the engine was told', async () => {
    const [hook, engine] = [await receiver(), await world.start({ ...quick, userId: 'somebody' })]
    await accepted(engine, hook)
    const [event] = (await hook.first(1)) as [Received]
    expect(event.headers['x-fal-webhook-user-id']).toBe('somebody')
    expect(isSigned(event, await keySet(engine))).toBe(true)
  })

  it('is understood by the product', async () => {
    const [hook, engine] = [await receiver(), await world.start(quick)]
    const fal = createFal({
      key: 'test:secret',
      queueUrl: engine.url,
      restUrl: engine.url,
      jwksUrl: `${engine.url}/.well-known/jwks.json`,
      userId: 'atelier-demo',
    })
    const { job } = await fal.submit('fal-ai/flux/schnell', tiny, { webhookUrl: hook.url })
    const [{ raw, headers }] = (await hook.first(1)) as [Received]
    const read = (body: Uint8Array) => fal.readWebhook(body, (name) => headers[name]?.toString())
    expect(await read(raw)).toEqual({ requestId: job.requestId })
    expect(await read(Buffer.concat([raw, Buffer.from(' ')]))).toBeNull()
  })
})

describe('a job that is cancelled', () => {
  it('sends nothing when it never started, an error when it ran', async () => {
    const [hook, engine] = [await receiver(), await world.start({ ...quick, delayMs: forever, concurrency: 1 })]
    const [running, waiting] = [await accepted(engine, hook), await accepted(engine, hook)]
    await engine.cancel(waiting)
    await engine.cancel(running)
    const [event] = (await hook.first(1)) as [Received]
    expect(event.body).toMatchObject({
      request_id: running.request_id,
      status: 'ERROR',
      error: 'Invalid status code: 499',
      payload: { error_type: 'client_cancelled' },
    })
    await engine.stop()
    expect(hook.received).toHaveLength(1)
  })
})
