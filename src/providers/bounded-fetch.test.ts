import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'
import { createOpenIdProvider } from './openid.ts'
import { PaymentsUnavailable } from './payments/payments.ts'
import { createStripe } from './payments/stripe.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Valid JSON that never ends. */
const endless: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"issuer":"')
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
    response.once('drain', write)
  }
  write()
}

it('passes an answer on unchanged', async () => {
  const url = await serve((_request, response) =>
    response.writeHead(201, { 'x-a': 'b' }).end('{"a":1}'),
  )
  const answer = await boundedFetch(url)
  expect([answer.status, answer.headers.get('x-a'), await answer.json()]).toEqual([
    201,
    'b',
    { a: 1 },
  ])
  const empty = await serve((_request, response) => response.writeHead(204).end())
  expect((await boundedFetch(empty)).status).toBe(204)
})

it('rejects an endless answer and closes the connection', async () => {
  const left = Promise.withResolvers<void>()
  const url = await serve((request, response) => {
    response.on('close', left.resolve)
    endless(request, response)
  })
  await expect(boundedFetch(url).then((answer) => answer.text())).rejects.toThrow('more than')
  await left.promise
})

it('is used for the identity provider and the payment provider', async () => {
  const url = await serve(endless)
  const identity = createOpenIdProvider({ issuer: url, clientId: 'a', clientSecret: 'b' })
  await expect(identity.begin('http://localhost:1/back')).rejects.toThrow()
  const stripe = createStripe({
    secretKey: 'sk',
    webhookSecret: 'wh',
    apiUrl: url,
    isSimulated: true,
  })
  const bought = {
    paymentId: 'p',
    accountId: 'a',
    pack: 'start',
    credits: 1,
    amount: 1,
    currency: 'usd',
  }
  const order = {
    bought,
    email: 'a@b.c',
    description: 'd',
    language: 'en',
    successUrl: url,
    cancelUrl: url,
  } as const
  await expect(stripe.beginCheckout(order)).rejects.toThrow(PaymentsUnavailable)
})
