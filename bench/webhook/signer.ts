import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

/** A webhook's address, for the provider's job that has ended. */
export type Job = { webhookUrl: string; requestId: string }

export type SignedWebhook = { url: string; headers: Record<string, string>; body: string }

/**
 * A provider's key pair: the private one as PEM, so that another process can sign, and the key set
 * it publishes.
 */
export function makeKeyPair(): { privateKey: string; keySet: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    keySet: JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }),
  }
}

/** Signs webhooks as fal does (docs/providers/fal.md#webhook-signature). */
export function createSigner(privateKey: string): (job: Job) => SignedWebhook {
  const key = createPrivateKey(privateKey)
  return ({ webhookUrl, requestId }) => {
    const payload = {
      images: [{ url: 'https://v3.fal.media/files/picture.png', width: 512, height: 512 }],
      seed: 1,
    }
    const body = JSON.stringify({
      request_id: requestId,
      gateway_request_id: requestId,
      status: 'OK',
      payload,
    })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const digest = createHash('sha256').update(body).digest('hex')
    const message = Buffer.from([requestId, 'bench', timestamp, digest].join('\n'))
    const headers = {
      'x-fal-webhook-request-id': requestId,
      'x-fal-webhook-user-id': 'bench',
      'x-fal-webhook-timestamp': timestamp,
      'x-fal-webhook-signature': sign(null, message, key).toString('hex'),
    }
    return { url: webhookUrl, headers, body }
  }
}
