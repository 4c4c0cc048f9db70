import { createClient } from '@atelier/client'
import { expect, it, onTestFinished } from 'vitest'
import { createProduct } from '#testing/product.ts'

it('kill -9 while a request waits: the same request gets its result, charged once', {
  timeout: 240_000,
}, async () => {
  const product = await createProduct({ MOCK_DELAY_MS: '4000' })
  onTestFinished(product.remove)
  const first = await product.start()
  const options = ['--email', 'restart@example.com', '--credits', '1000', '--paid', '--key']
  const { api_key } = JSON.parse((await product.atelier('account', 'create', ...options)).output)
  const client = createClient({ baseUrl: first.url, apiKey: api_key })
  const headers = {
    authorization: `Bearer ${api_key}`,
    'content-type': 'application/json',
    'idempotency-key': 'order-1',
  }
  const request = { model: 'flux-schnell', prompt: 'a vixen', response_format: 'b64_json' }
  const ask = () =>
    fetch(`${first.url}/v1/images/generations`, {
      method: 'POST',
      ...{ headers, body: JSON.stringify(request) },
    })
  const history = async () => {
    const records: { status: string; credits_charged: number }[] = []
    for await (const record of client.history({ kind: 'image' })) records.push(record)
    return records
  }
  const cut = ask().then(
    () => 'answered',
    () => 'cut',
  )
  // It is with the provider: what a kill in the middle of a submit does is another test's.
  const statuses = async () => (await history()).map(({ status }) => status)
  await expect.poll(statuses, { interval: 50 }).toEqual(['processing'])
  await first.kill()
  expect(await cut).toBe('cut')

  const second = await product.start()
  const answer = await ask()
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { data: { b64_json: string }[] }
  expect(data[0]?.b64_json.length).toBeGreaterThan(100)
  const [made, ...others] = await history()
  expect(others).toEqual([])
  const { credits } = await client.account()
  expect(credits.left_credits).toBe(1000 - (made?.credits_charged ?? 0))
  expect(await product.atelier('ledger', 'verify')).toMatchObject({ code: 0 })
  expect(await second.stop()).toBe(0)
})
