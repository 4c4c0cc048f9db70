import { randomUUID } from 'node:crypto'
import { withAddresses } from '../http/answers.ts'
import type { Job } from '../jobs/job.ts'

const notSerialisable =
  'Response payload is not JSON serializable. Either return a JSON serializable object or use the queue endpoint to retrieve the response.'

/**
 * What a webhook says of a finished job (docs/providers/fal.md#webhook-delivery), as JSON text: OK
 * with its output, ERROR with the error's body. `requestId` may be another job's. The gateway's id
 * differs from it, as after a retry inside the provider.
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
