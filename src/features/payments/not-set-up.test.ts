import { beforeAll, describe, expect, it } from 'vitest'
import { createStripe } from '#providers/payments/stripe.ts'
import { testClient, testServer } from '#testing/server.ts'

let server: Awaited<ReturnType<typeof testServer>>
beforeAll(async () => {
  server = await testServer()
})

describe('a server without payments', () => {
  it('reports that nothing can be bought', async () => {
    const packs = await server.app.request('/api/payments/packs')
    expect(await packs.json()).toMatchObject({
      is_available: false,
      is_simulated: false,
      packs: [],
    })
    const who = await testClient(server)
    const answer = await who.request('POST', '/api/payments/checkout', { pack: 'start' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'buying_not_set_up' } })
    const webhook = await server.app.request('/api/payments/webhook', {
      method: 'POST',
      body: '{}',
    })
    expect(webhook.status).toBe(401)
  })
})

describe('a server whose payment provider is unavailable', () => {
  it('asks to retry, and grants nothing', async () => {
    const nowhere = {
      secretKey: 'sk',
      webhookSecret: 'whsec',
      apiUrl: 'http://127.0.0.1:1',
      isSimulated: false,
    }
    server.context.payments = createStripe(nowhere)
    const who = await testClient(server, { credits: 0, paid: false })
    const answer = await who.request('POST', '/api/payments/checkout', { pack: 'start' })
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.headers.get('retry-after')).toBeTruthy()
    expect((await who.request('GET', '/api/payments')).body.payments).toMatchObject([
      { status: 'open' },
    ])
  })
})
