import { expect, it } from 'vitest'
import { kindFacts } from '#core/models/rules/kinds.ts'
import { testServer } from '#testing/server.ts'
import { webhookPaths } from '../webhooks-contract.ts'

const { app } = await testServer()
const post = (path: string, init: RequestInit = {}) =>
  app.request(`http://localhost:3000${path}`, { method: 'POST', body: '{}', ...init })

it.each(webhookPaths)('%s answers 401 to an unsigned webhook with any address', async (path) => {
  const id = crypto.randomUUID()
  for (const query of [
    '',
    '?generation=',
    `?account=${id}&generation=${id}&token=${id}`,
    '?generation=%00&token=%ff',
    '?generation=a&generation=b',
    '?other=1',
  ]) {
    const response = await post(`${path}${query}`)
    expect([query, response.status]).toEqual([query, 401])
    expect(await response.json()).toMatchObject({ code: 'invalid_signature' })
  }
})

it('rejects a body beyond the limit', async () => {
  const body = 'x'.repeat(300 * 1024)
  const headers = { 'content-length': String(body.length) }
  expect((await post(kindFacts.image.webhookPath, { body, headers })).status).toBe(413)
})
