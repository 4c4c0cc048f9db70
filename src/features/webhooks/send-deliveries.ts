import { createHmac } from 'node:crypto'
import { retryUntilDone } from '#core/jobs/background.ts'
import { requestForeign } from '#core/media/uploads/request-foreign.ts'
import type { Parts } from '#core/parts.ts'
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  claimDeliveries,
  deleteOldDeliveries as deleteOldRows,
  disableEndpoint,
  recordAttempt,
} from './delivery-queries.ts'
import {
  answerTime,
  deliveryLease,
  deliveryPause,
  deliveryRetention,
  othersPause,
  sentAtOnce,
  testEvent,
} from './rules.ts'

/** How many messages one run claims at a time, and how often. */
const batch = 32
const maxBatches = 20

/**
 * Sends the messages that are due to endpoints (docs/webhooks.md). Each is sent at least once: a
 * process that dies after the endpoint took it sends it again, with the same `webhook-id`.
 */
export async function sendDueDeliveries(context: SendDeliveryParts): Promise<void> {
  const limits = { lease: deliveryLease, each: sentAtOnce, limit: batch }
  for (let count = 0; count < maxBatches; count++) {
    if (context.background.signal.aborted) return
    const claimed = await claimDeliveries(context.database, limits)
    if (claimed.length === 0) return
    await Promise.all(claimed.map((delivery) => sendDelivery(context, delivery)))
  }
}

export type SendDeliveryParts = Parts<
  'background' | 'database' | 'foreignFiles' | 'log' | 'meter' | 'now'
>

/** Sends a claimed message once and records how that ended. */
export async function sendDelivery(
  context: SendDeliveryParts,
  delivery: ClaimedDelivery,
): Promise<AttemptOutcome> {
  const outcome = await attempt(context, delivery)
  await retryUntilDone(context, () =>
    recordAttempt(context.database, delivery, outcome, othersPause),
  )
  const { isDelivered, pause, httpStatus } = outcome
  const result = isDelivered ? 'delivered' : pause === null ? 'given_up' : 'failed'
  context.meter.count('atelier_webhook_deliveries_total', { outcome: result })
  const { account_id: accountId, endpoint_id: id } = delivery
  if (httpStatus === 410)
    await disableEndpoint(context.database, { accountId, id }, { reason: 'gone' })
  else if (result === 'given_up' && delivery.event !== testEvent) {
    const time = context.now() - delivery.created_at.getTime()
    await disableEndpoint(context.database, { accountId, id }, { reason: 'failing', time })
  }
  return outcome
}

async function attempt(
  context: Parts<'background' | 'foreignFiles' | 'log' | 'now'>,
  delivery: ClaimedDelivery,
): Promise<AttemptOutcome> {
  let httpStatus: number | null = null
  let error: string | null = null
  try {
    httpStatus = await post(context, delivery)
    if (httpStatus >= 200 && httpStatus < 300)
      return { isDelivered: true, pause: null, httpStatus, error }
    error = `it answered ${httpStatus}`
  } catch (thrown) {
    error = reasonOf(thrown)
  }
  const isLast = httpStatus === 410 || delivery.event === testEvent
  const pause = isLast ? null : deliveryPause(delivery.attempts)
  context.log.info(
    { account: delivery.account_id, endpoint: delivery.endpoint_id, delivery: delivery.id, error },
    'webhook not delivered',
  )
  return { isDelivered: false, pause, httpStatus, error }
}

/** What its owner may know: not which of our own addresses exist. */
function reasonOf(thrown: unknown): string {
  const { name } = thrown as { name?: unknown }
  return name === 'TimeoutError' || name === 'AbortError'
    ? 'it did not answer in time'
    : 'it cannot be reached'
}

/** Sends the message; returns the status of the answer, whose body is not read. */
async function post(
  context: Parts<'background' | 'foreignFiles' | 'now'>,
  delivery: ClaimedDelivery,
): Promise<number> {
  const { id, event, data, created_at, url, secret, old_secret } = delivery
  const body = JSON.stringify({ type: event, timestamp: created_at.toISOString(), data })
  const timestamp = String(Math.floor(context.now() / 1_000))
  const secrets = old_secret ? [secret, old_secret] : [secret]
  const answer = await requestForeign(new URL(url), context.foreignFiles ?? {}, {
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets
        .map((each) => sign(each, `${id}.${timestamp}.${body}`))
        .join(' '),
    },
    body,
    signal: AbortSignal.any([AbortSignal.timeout(answerTime), context.background.signal]),
  })
  answer.destroy()
  return answer.statusCode ?? 0
}

/** The signature of Standard Webhooks, version 1. */
function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** Deletes messages that can no longer be looked up. */
export async function deleteOldDeliveries({ database }: Parts<'database'>): Promise<void> {
  await deleteOldRows(database, deliveryRetention)
}
