import { expect, it } from 'vitest'
import { testServer } from '#testing/server.ts'

const { app } = await testServer()
const post = (body: string) =>
  app.request('http://localhost:3000/api/payments/webhook', {
    method: 'POST',
    body,
    headers: { 'content-length': String(body.length) },
  })

it('answers 401 to an unsigned payment event', async () => {
  expect((await post('{}')).status).toBe(401)
})

it('rejects a payment event beyond the limit', async () => {
  expect((await post('x'.repeat(300 * 1024))).status).toBe(413)
})
