import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { JobStore } from './jobs/job-store.ts'

export type SignedPost = {
  url: string
  body: string
  requestId: string
  userId: string
  key: KeyObject
  /** Seconds since 1970; by default the current time. */
  timestamp?: number
  /** Makes the signature invalid. */
  forged?: boolean
  /** In ms. */
  timeout: number
}

/**
 * Sends a webhook once, with its four headers: the Ed25519 signature, in hex, of request id, user
 * id, timestamp and the body's hash (docs/providers/fal.md#webhook-signature). Returns the HTTP
 * status, or `null` when there was no answer. Redirects are not followed.
 */
export function postSigned(signed: SignedPost): Cancellable<number | null> {
  const { requestId, userId, key, body, timestamp = Math.floor(Date.now() / 1000) } = signed
  const digest = createHash('sha256').update(body).digest('hex')
  const signature = sign(null, Buffer.from([requestId, userId, timestamp, digest].join('\n')), key)
  if (signed.forged) signature.writeUInt8(signature.readUInt8(0) ^ 1, 0)
  return post(signed, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-fal-webhook-request-id': requestId,
    'x-fal-webhook-user-id': userId,
    'x-fal-webhook-timestamp': String(timestamp),
    'x-fal-webhook-signature': signature.toString('hex'),
  })
}

/**
 * With `node:http`: under load, `fetch` would take several times as much computing time, which
 * would distort measurements.
 */
function post(
  { url, body, timeout }: SignedPost,
  headers: Record<string, string>,
): Cancellable<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  const request = send(url, { method: 'POST', headers }, (response) => {
    response.once('close', () => resolve(response.statusCode ?? null))
    response.resume()
  })
  const cancel = () => request.destroy()
  const timer = setTimeout(cancel, timeout)
  request.once('close', () => clearTimeout(timer))
  request.on('error', () => resolve(null))
  request.end(body)
  return { done: promise, cancel }
}

/** An operation that `cancel` ends at once. Never rejects. */
export type Cancellable<Value> = { done: Promise<Value>; cancel(): void }

/** A pause in ms. */
export function pause(ms: number): Cancellable<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const cancel = () => {
    clearTimeout(timer)
    resolve()
  }
  return { done: promise, cancel }
}

export type SigningKeys = {
  /** The key that signs webhooks; its public half is in `published`. */
  own: KeyObject
  /** A key that is never published. */
  foreign: KeyObject
  /** The key set that `/.well-known/jwks.json` answers. */
  published: { keys: JsonWebKey[] }
}

/** The emulator's Ed25519 keys: its own is created once and stored. */
export async function openSigningKeys(store: JobStore): Promise<SigningKeys> {
  const secret = await store.remember('webhook-key', () => createKey().export({ format: 'jwk' }))
  const { kty, crv, x } = secret
  return {
    own: createPrivateKey({ key: secret, format: 'jwk' }),
    foreign: createKey(),
    published: { keys: [{ kty, crv, x, kid: x, alg: 'EdDSA', use: 'sig' } as JsonWebKey] },
  }
}

function createKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey
}
