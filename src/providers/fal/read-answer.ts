import { type Asset, type JobLog, type JobReference, type JobState, type Output, ProviderError } from '../provider.ts'

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
  const logs = readLogs(answer.logs)
  switch (answer.status) {
    case 'COMPLETED':
      return { state: 'finished', runMs: runTimeOf(answer.metrics), logs }
    case 'IN_PROGRESS':
      return { state: 'running', progress: progressOf(logs), logs }
    case 'IN_QUEUE':
    case undefined:
      return { state: 'queued', position: wholeNumber(answer.queue_position), logs }
    default:
      return { state: 'running', progress: null, logs }
  }
}

function readLogs(given: unknown): JobLog[] {
  if (!Array.isArray(given)) return []
  return given.map((entry) => {
    const { message, level, source, timestamp } = asObject(entry)
    return { message: text(message), level: text(level), source: text(source), timestamp: text(timestamp) }
  })
}

/** Beside what the model did, seconds may be missing or null (reference, §1.4); nothing runs for a month. */
function runTimeOf(metrics: unknown): number | null {
  const { inference_time: seconds } = asObject(metrics)
  const isTime = typeof seconds === 'number' && seconds >= 0 && seconds < 30 * 86_400
  return isTime ? Math.round(seconds * 1000) : null
}

/** The newest log line that names a percentage. */
function progressOf(logs: JobLog[]): number | null {
  for (const { message } of logs.toReversed()) {
    const percent = /(\d{1,3}(?:\.\d+)?)\s?%/.exec(message)?.[1]
    if (percent) return Math.min(100, Math.round(Number(percent)))
  }
  return null
}

/**
 * What a finished job made (reference, §4): a list of images, one film, one sound, or a text. An image that the safety
 * check flagged was replaced by a black picture.
 */
export function readOutput(body: unknown): Output {
  const answer = asObject(body)
  const flags = Array.isArray(answer.has_nsfw_concepts) ? answer.has_nsfw_concepts : []
  const images = Array.isArray(answer.images) ? answer.images : []
  const assets = [
    ...images.flatMap((image, index) => readAsset('image', image, flags[index] === true)),
    ...readAsset('video', answer.video, false),
    ...readAsset('audio', answer.audio, false),
  ]
  return {
    assets,
    text: typeof answer.output === 'string' ? answer.output : null,
    seed: typeof answer.seed === 'string' ? answer.seed : null,
    prompt: typeof answer.prompt === 'string' ? answer.prompt : null,
  }
}

function readAsset(medium: Asset['medium'], file: unknown, flagged: boolean): Asset[] {
  const { url, width, height } = asObject(file)
  if (typeof url !== 'string') return []
  return [{ medium, url, width: wholeNumber(width), height: wholeNumber(height), flagged }]
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function wholeNumber(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
