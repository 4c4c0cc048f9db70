import { type Asset, type JobReference, type JobState, type Output, ProviderError } from '../provider.ts'

type Json = Record<string, unknown>

/** The submit answer. Only `request_id` is required: older answers lack the rest (reference, §1.3). */
export function readSubmitted(endpoint: string, body: unknown): { job: JobReference; state: JobState } {
  const answer = asObject(body)
  const requestId = answer.request_id
  if (typeof requestId !== 'string' || requestId === '') {
    throw new ProviderError('unknown', 'The provider took the job without an id', {
      delivery: 'unknown',
      retryable: false,
    })
  }
  const urls = { status: answer.status_url, result: answer.response_url, cancel: answer.cancel_url }
  const given = Object.entries(urls).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { job: { endpoint, requestId, urls: Object.fromEntries(given) }, state: readState(answer) }
}

/** There is no FAILED status: a failed job is COMPLETED with a failing result. Unknown ones are still going on. */
export function readState(body: unknown): JobState {
  const answer = asObject(body)
  switch (answer.status) {
    case 'COMPLETED':
      return { state: 'finished' }
    case 'IN_PROGRESS':
      return { state: 'running', progress: progressOf(answer.logs) }
    case 'IN_QUEUE':
    case undefined:
      return { state: 'queued', position: wholeNumber(answer.queue_position) }
    default:
      return { state: 'running', progress: null }
  }
}

/** The newest log line that names a percentage. */
function progressOf(logs: unknown): number | null {
  if (!Array.isArray(logs)) return null
  for (const entry of logs.toReversed()) {
    const percent = /(\d{1,3}(?:\.\d+)?)\s?%/.exec(String(asObject(entry).message ?? ''))?.[1]
    if (percent) return Math.min(100, Math.round(Number(percent)))
  }
  return null
}

/** The images of a finished job (reference, §4.1). A flagged one was replaced by a black picture. */
export function readImages(body: unknown): Output {
  const answer = asObject(body)
  const flags = Array.isArray(answer.has_nsfw_concepts) ? answer.has_nsfw_concepts : []
  const images = Array.isArray(answer.images) ? answer.images : []
  const assets = images.flatMap((image, index): Asset[] => {
    const { url, width, height } = asObject(image)
    if (typeof url !== 'string') return []
    return [{ url, width: wholeNumber(width), height: wholeNumber(height), flagged: flags[index] === true }]
  })
  return { assets, seed: typeof answer.seed === 'string' ? answer.seed : null }
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function wholeNumber(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null
}
