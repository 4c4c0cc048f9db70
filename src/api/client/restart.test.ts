import { createClient } from '@atelier/client'
import { expect, it, onTestFinished } from 'vitest'
import { createProduct } from '#testing/product.ts'

it('kill -9 while a client and a request of /v1 wait: both get their result, each charged once', {
  timeout: 240_000,
}, async () => {
  const product = await createProduct({ MOCK_DELAY_MS: '4000' })
  onTestFinished(product.remove)
  const first = await product.start()
  const options = ['--email', 'restart@example.com', '--credits', '1000', '--paid', '--key']
  const { api_key } = JSON.parse((await product.atelier('account', 'create', ...options)).output)
  const client = createClient({ baseUrl: first.url, apiKey: api_key })
  const askOpenAi = () =>
    fetch(`${first.url}/v1/images/generations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api_key}`,
        'content-type': 'application/json',
        'idempotency-key': 'order-1',
      },
      body: JSON.stringify({
        model: 'flux-schnell',
        prompt: 'a vixen',
        response_format: 'b64_json',
      }),
    })
  expect((await client.models({ kind: 'speech' })).map(({ kind }) => kind)).toContain('speech')

  const started = Promise.withResolvers<string>()
  const result = client.generate({
    kind: 'image',
    model: 'flux-schnell',
    input: { prompt: 'a fox' },
    onStart: ({ id }) => started.resolve(id),
  })
  const cut = askOpenAi().then(
    () => 'answered',
    () => 'cut',
  )
  const id = await started.promise
  const waiting = async () => {
    const open: string[] = []
    for await (const { status } of client.history({ kind: 'image' })) open.push(status)
    return open
  }
  // Both are with the provider: what a kill in the middle of a submit does is another test's.
  await expect.poll(waiting, { interval: 50 }).toEqual(['processing', 'processing'])
  await first.kill()
  expect(await cut).toBe('cut')

  const second = await product.start()
  expect(second.url).toBe(first.url)
  const { generation, files } = await result
  expect([generation.id, generation.status]).toEqual([id, 'completed'])
  expect((await files[0]?.blob())?.size).toBe(files[0]?.bytes)
  const answer = await askOpenAi()
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { data: { b64_json: string }[] }
  expect(data[0]?.b64_json.length).toBeGreaterThan(100)

  const charged: number[] = []
  for await (const one of client.history({ kind: 'image' })) charged.push(one.credits_charged)
  expect(charged).toHaveLength(2)
  const { credits } = await client.account()
  expect(credits.left_credits).toBe(1000 - charged.reduce((sum, one) => sum + one, 0))
  expect(await product.atelier('ledger', 'verify')).toMatchObject({ code: 0 })
  expect(await second.stop()).toBe(0)
})
