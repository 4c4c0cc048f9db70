import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { createProduct, databaseOf } from '#testing/product.ts'
import { freeAccount, program, until } from '#testing/product-calls.ts'

const create = {
  model: 'flux-schnell',
  image_size: 'square',
  num_inference_steps: 1,
  prompt: 'a fox',
}

describe('kill -9 between a failed generation and its message to operators', () => {
  it('sends the message once after a restart', { timeout: 180_000 }, async () => {
    const product = await createProduct({ MOCK_DELAY_MS: '100', ALLOW_PRIVATE_ADDRESSES: 'on' })
    onTestFinished(product.remove)
    const first = await product.start()
    const observer = await databaseOf(product)
    const { key } = await freeAccount(observer, 100)
    // Nothing listens there before the restart.
    const port = await freePort()
    const created = await product.atelier(
      ...['webhook', 'create', '--url', `http://127.0.0.1:${port}/in`],
      ...['--events', 'generation.failed', '--reason', 'a test'],
    )
    expect(created).toMatchObject({ code: 0 })
    const wanted = { ...create, prompt: 'a fox [fault:validation]' }
    const started = await program(first.url, key)('POST', '/api/image-generation/create', wanted)
    expect(started.status).toBe(200)
    const messages = () =>
      observer.selectFrom('operator_webhook_delivery').select(['id', 'delivered_at']).execute()
    await until(async () => (await messages()).length > 0)
    await first.kill()
    await observer.destroy().catch(() => undefined)

    const received: { id: unknown; body: string }[] = []
    const receiver = createServer(async (request, response) => {
      received.push({ id: request.headers['webhook-id'], body: await readText(request) })
      response.writeHead(204).end()
    }).listen(port, '127.0.0.1')
    onTestFinished(() => void receiver.close())
    const second = await product.start()
    const reader = await databaseOf(product)
    const stored = () =>
      reader.selectFrom('operator_webhook_delivery').select(['id', 'delivered_at']).execute()
    await until(async () => (await stored()).every((one) => one.delivered_at !== null))
    const [message] = await stored()
    await reader.destroy()
    expect(await second.stop()).toBe(0)
    expect(received.map(({ id }) => id)).toEqual([message?.id])
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      ...{ type: 'generation.failed', data: { id: started.body.id, price: 8, refunded: 8 } },
    })
  })
})
