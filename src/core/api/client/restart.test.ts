import { createClient } from '@atelier/client'
import { expect, it, onTestFinished } from 'vitest'
import { createProduct } from '#testing/product.ts'

it('kill -9 while a client waits: it gets its result, charged once', {
  timeout: 240_000,
}, async () => {
  const product = await createProduct({ MOCK_DELAY_MS: '4000' })
  onTestFinished(product.remove)
  const first = await product.start()
  const options = ['--email', 'restart@example.com', '--credits', '1000', '--paid', '--key']
  const { api_key } = JSON.parse((await product.atelier('account', 'create', ...options)).output)
  const client = createClient({ baseUrl: first.url, apiKey: api_key })
  expect((await client.models({ kind: 'speech' })).map(({ kind }) => kind)).toContain('speech')

  const started = Promise.withResolvers<string>()
  const result = client.generate({
    kind: 'image',
    model: 'flux-schnell',
    input: { prompt: 'a fox' },
    onStart: ({ id }) => started.resolve(id),
  })
  const id = await started.promise
  const waiting = async () => {
    const open: string[] = []
    for await (const { status } of client.history({ kind: 'image' })) open.push(status)
    return open
  }
  // It is with the provider: what a kill in the middle of a submit does is another test's.
  await expect.poll(waiting, { interval: 50 }).toEqual(['processing'])
  await first.kill()

  const second = await product.start()
  expect(second.url).toBe(first.url)
  const { generation, files } = await result
  expect([generation.id, generation.status]).toEqual([id, 'completed'])
  expect((await files[0]?.blob())?.size).toBe(files[0]?.bytes)

  const charged: number[] = []
  for await (const one of client.history({ kind: 'image' })) charged.push(one.credits_charged)
  expect(charged).toHaveLength(1)
  const { credits } = await client.account()
  expect(credits.left_credits).toBe(1000 - charged.reduce((sum, one) => sum + one, 0))
  expect(await product.atelier('ledger', 'verify')).toMatchObject({ code: 0 })
  expect(await second.stop()).toBe(0)
})
