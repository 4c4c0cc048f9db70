import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './after-file.ts'

export type Event = {
  requestId: string
  userId?: string
  at?: number
  bodyId?: string
  key?: KeyObject
}
export type SignedWebhook = { body: Buffer; headers: Record<string, string> }

/**
 * Signs webhooks as fal does (docs/providers/fal.md#webhook-signature), with keys of its own that
 * it serves at `jwksUrl`. `rotate` replaces the key; `fetched` counts how often the key set was
 * asked for.
 */
export async function webhookSender() {
  let pair = generateKeyPairSync('ed25519')
  let fetched = 0
  const server = createServer((_request, response) => {
    fetched++
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }, pair.publicKey.export({ format: 'jwk' })],
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => new Promise((resolve) => server.close(resolve)))
  return {
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`,
    fetched: () => fetched,
    rotate: () => {
      pair = generateKeyPairSync('ed25519')
    },
    sign: (event: Event) => signWebhook({ key: pair.privateKey, ...event }),
  }
}

function signWebhook({
  requestId,
  userId = 'us',
  at = Date.now(),
  bodyId = requestId,
  key,
}: Event): SignedWebhook {
  const body = Buffer.from(
    JSON.stringify({ request_id: bodyId, gateway_request_id: 'other', status: 'OK', payload: {} }),
  )
  const timestamp = String(Math.floor(at / 1000))
  const message = [
    requestId,
    userId,
    timestamp,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n')
  if (!key) throw new Error('No key')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-fal-webhook-request-id': requestId,
      'x-fal-webhook-user-id': userId,
      'x-fal-webhook-timestamp': timestamp,
      'x-fal-webhook-signature': sign(null, Buffer.from(message), key).toString('hex'),
    },
  }
}
