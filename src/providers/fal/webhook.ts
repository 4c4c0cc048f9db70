import { createHash, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { isJobId, type WebhookEvent } from '../provider.ts'
import type { WebhookKeys } from './webhook-keys.ts'

/** The allowed difference between the sender's clock and ours, in seconds. */
const leeway = 300

export type SignedBody = { body: Uint8Array; header: (name: string) => string | undefined }

/**
 * Verifies a webhook's signature over its raw body (docs/providers/fal.md#webhook-signature) and
 * returns its job. `null`: a header is missing, the time is off, no key matches, another customer
 * of the provider sent it, or header and body name different jobs. Rejects when the keys cannot be
 * fetched.
 */
export async function readWebhook(
  { body, header }: SignedBody,
  {
    keys,
    userId,
    now = Date.now,
  }: { keys: WebhookKeys; userId: string | undefined; now?: () => number },
): Promise<WebhookEvent | null> {
  const signed = readHeaders(header)
  if (!signed || Math.abs(now() / 1000 - Number(signed.timestamp)) > leeway) return null
  if (userId !== undefined && signed.userId !== userId) return null

  const message = messageOf(signed, body)
  const signature = Buffer.from(signed.signature, 'hex')
  const set = await keys.current()
  if (!(await hasValidSignature(set.keys, message, signature))) {
    const newer = await keys.newerThan(set)
    if (newer === set || !(await hasValidSignature(newer.keys, message, signature))) return null
  }
  return requestIdOf(body) === signed.requestId ? { requestId: signed.requestId } : null
}

type Signed = { requestId: string; userId: string; timestamp: string; signature: string }

function readHeaders(header: SignedBody['header']): Signed | null {
  const requestId = header('x-fal-webhook-request-id')
  const userId = header('x-fal-webhook-user-id')
  const timestamp = header('x-fal-webhook-timestamp')
  const signature = header('x-fal-webhook-signature')
  if (!isJobId(requestId) || !userId || !timestamp || !signature) return null
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{128}$/i.test(signature)) return null
  return { requestId, userId, timestamp, signature }
}

function messageOf({ requestId, userId, timestamp }: Signed, body: Uint8Array): Buffer {
  const digest = createHash('sha256').update(body).digest('hex')
  return Buffer.from([requestId, userId, timestamp, digest].join('\n'), 'utf8')
}

/** With a callback it runs on another thread, so that the main thread can answer requests. */
const verifyAside = promisify<null, Buffer, KeyObject, Buffer, boolean>(verify)

/** No header names the key that was used, so each is tried. */
async function hasValidSignature(
  keys: JsonWebKey[],
  message: Buffer,
  signature: Buffer,
): Promise<boolean> {
  for (const key of keys) {
    const publicKey = keyObject(key)
    if (publicKey && (await verifyAside(null, message, publicKey, signature))) return true
  }
  return false
}

const keyObjects = new WeakMap<JsonWebKey, KeyObject | null>()

function keyObject(key: JsonWebKey): KeyObject | null {
  const known = keyObjects.get(key)
  if (known !== undefined) return known
  const made = importKey(key)
  keyObjects.set(key, made)
  return made
}

function importKey(key: JsonWebKey): KeyObject | null {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return null
  }
}

function requestIdOf(body: Uint8Array): unknown {
  try {
    return (JSON.parse(Buffer.from(body).toString('utf8')) as { request_id?: unknown } | null)
      ?.request_id
  } catch {
    return null
  }
}
