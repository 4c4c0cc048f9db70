import type { JobReference } from '../provider.ts'

/** The purpose of a job's address. */
export type Purpose = 'status' | 'result' | 'cancel'

const namespaces = new Set(['workflows', 'comfy'])

/**
 * Returns `owner/alias` of an endpoint id: status, result and cancel ignore the rest
 * (docs/providers/fal.md#endpoint-ids).
 */
export function parseApplication(endpoint: string): string {
  const parts = endpoint.split('/')
  return parts.slice(0, namespaces.has(parts[0] ?? '') ? 3 : 2).join('/')
}

/**
 * Returns the address of a job: the one the provider gave, but only on the queue's own origin,
 * because our key is sent to it; otherwise one built from the endpoint's id.
 */
export function jobAddress(job: JobReference, purpose: Purpose, queueUrl: string): string {
  const given = job.urls[purpose]
  if (given && sameOrigin(given, queueUrl)) return given
  const base = `${queueUrl}/${parseApplication(job.endpoint)}/requests/${encodeURIComponent(job.requestId)}`
  return purpose === 'result' ? base : `${base}/${purpose}`
}

function sameOrigin(given: string, queueUrl: string): boolean {
  const url = URL.canParse(given) ? new URL(given) : null
  return url !== null && url.origin === new URL(queueUrl).origin && !url.username && !url.password
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Whether a result may be downloaded from here: fal's own file hosts over https
 * (docs/providers/fal.md#result-files); and the queue's own host, when the operator configured a
 * provider on this machine.
 */
export function isAllowedFileAddress(address: string, queueUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const queue = new URL(queueUrl)
  if (url.username || url.password) return false
  if (url.origin === queue.origin) return true
  if (loopback.has(queue.hostname))
    return url.hostname === queue.hostname && url.protocol === queue.protocol
  const host = url.hostname
  const isFal =
    host === 'fal.media' || host.endsWith('.fal.media') || host === 'storage.googleapis.com'
  return url.protocol === 'https:' && url.port === '' && isFal
}
