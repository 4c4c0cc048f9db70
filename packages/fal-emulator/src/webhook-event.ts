import { randomUUID } from 'node:crypto'
import { withAddresses } from './answers.ts'
import type { Job, WebhookKind } from './jobs/job.ts'

const notSerialisable =
  'Response payload is not JSON serializable. Either return a JSON serializable object or use the queue endpoint to retrieve the response.'

/**
 * The body of the webhook of a finished job (docs/providers/fal.md#webhook-delivery), as JSON text:
 * OK with its output, ERROR with the error's body. `requestId` may be another job's. The gateway's
 * id differs from it, as after a retry inside the provider.
 */
export function eventBody(
  { outcome, faults, exactSeed }: Job,
  requestId: string,
  base: string,
): string {
  const ids = { request_id: requestId, gateway_request_id: randomUUID() }
  if (!outcome || outcome.httpStatus >= 400) {
    const error = `Invalid status code: ${outcome?.httpStatus ?? 500}`
    return withAddresses({ ...ids, status: 'ERROR', error, payload: outcome?.body ?? null }, base)
  }
  if (faults.includes('webhook-payload-error')) {
    return withAddresses(
      { ...ids, status: 'OK', payload: null, payload_error: notSerialisable },
      base,
    )
  }
  return withAddresses(
    { ...ids, status: 'OK', error: null, payload: outcome.body },
    base,
    exactSeed,
  )
}

export type PlannedWebhook = { kind: WebhookKind; late: boolean }

/**
 * The requests to send for a finished job. After a false one no true one follows, so that the
 * receiver has to poll.
 */
export function planWebhooks({ faults }: Pick<Job, 'faults'>): PlannedWebhook[] {
  return kindsFor(faults).map((kind) => ({ kind, late: faults.includes('webhook-late') }))
}

function kindsFor(faults: Job['faults']): WebhookKind[] {
  if (faults.includes('webhook-lost')) return []
  if (faults.includes('webhook-forged')) return ['forged']
  if (faults.includes('webhook-foreign-user')) return ['foreign-user', 'foreign-key']
  if (faults.includes('webhook-other-job')) return ['other-job']
  return faults.includes('webhook-twice') ? ['event', 'repeated'] : ['event']
}

/** Only these are retried: an attacker does not retry. */
export function isGenuine(kind: WebhookKind): boolean {
  return kind === 'event' || kind === 'repeated'
}
