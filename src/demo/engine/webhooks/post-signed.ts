import { createHash, type KeyObject, sign } from 'node:crypto'

export type SignedPost = {
  url: string
  body: string
  requestId: string
  userId: string
  key: KeyObject
  /** Seconds since 1970; now, unless given. */
  timestamp?: number
  /** Spoils the signature. */
  forged?: boolean
  /** In ms. */
  timeout: number
  signal: AbortSignal
}

/**
 * Sends a webhook once, with its four headers: the Ed25519 signature, in hex, of request id, user id, timestamp and the
 * body's hash (reference, §2.3). Answers the HTTP status, or `null` when there was no answer. Redirects are not followed.
 */
export async function postSigned(post: SignedPost): Promise<number | null> {
  const { requestId, userId, key, body, timestamp = Math.floor(Date.now() / 1000) } = post
  const digest = createHash('sha256').update(body).digest('hex')
  const signature = sign(null, Buffer.from([requestId, userId, timestamp, digest].join('\n')), key)
  if (post.forged) signature.writeUInt8(signature.readUInt8(0) ^ 1, 0)
  try {
    const response = await fetch(post.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'x-fal-webhook-request-id': requestId,
        'x-fal-webhook-user-id': userId,
        'x-fal-webhook-timestamp': String(timestamp),
        'x-fal-webhook-signature': signature.toString('hex'),
      },
      body,
      signal: AbortSignal.any([post.signal, AbortSignal.timeout(post.timeout)]),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}
