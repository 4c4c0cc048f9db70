import { createHmac, randomBytes } from 'node:crypto'

/** Where events go, and the secret both sides know. */
export type Receiver = { url: string; secret: string }

/** An event as Stripe sends it (https://docs.stripe.com/api/events/object). */
export function makeEvent(type: string, object: object, created = Math.floor(Date.now() / 1_000)) {
  const id = `evt_demo_${randomBytes(12).toString('hex')}`
  return {
    id,
    object: 'event',
    api_version: 'demo',
    created,
    livemode: false,
    type,
    data: { object },
  }
}

/** The signature that Stripe puts beside a body (https://docs.stripe.com/webhooks/signature). */
function signatureOf(
  body: string,
  secret: string,
  seconds = Math.floor(Date.now() / 1_000),
): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Posts an event, signed. Answers the status; 0: nobody answered. */
export async function postEvent(
  event: object,
  { url, secret }: Receiver,
  signal: AbortSignal,
): Promise<number> {
  const body = JSON.stringify(event)
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': signatureOf(body, secret),
  }
  const response = await fetch(url, { method: 'POST', body, headers, signal }).catch(() => null)
  await response?.body?.cancel()
  return response?.status ?? 0
}
