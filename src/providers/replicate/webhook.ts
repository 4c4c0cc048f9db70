import { createHmac, timingSafeEqual } from 'node:crypto'
import { isJobId, type WebhookEvent } from '../provider.ts'

/** How old, or how far in the future, an event may be, in s. */
const tolerance = 300
const maxSignatures = 16

type Received = { body: Uint8Array; header(name: string): string | undefined }

/**
 * Reads an event in the form of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, with the
 * base64 part of `whsec_…` as the key. `null`: it is forged or old.
 */
export function readWebhook({ body, header }: Received, secret: string): WebhookEvent | null {
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp') ?? ''
  const given = header('webhook-signature')?.split(' ').slice(0, maxSignatures) ?? []
  if (!id || !/^\d{1,12}$/.test(timestamp)) return null
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > tolerance) return null

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  if (!given.some((signature) => isEqual(signature, expected))) return null
  return eventOf(body)
}

function isEqual(signature: string, expected: Buffer): boolean {
  const [version, encoded = ''] = signature.split(',')
  const bytes = Buffer.from(encoded, 'base64')
  return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

function eventOf(body: Uint8Array): WebhookEvent | null {
  try {
    const { id } = JSON.parse(new TextDecoder().decode(body)) as { id?: unknown }
    return isJobId(id) ? { requestId: id } : null
  } catch {
    return null
  }
}
