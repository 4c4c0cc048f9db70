import { codeOfWords, jobError, reportedWords } from '../http/http-error.ts'
import {
  isJobId,
  type JobLog,
  type JobReference,
  type JobState,
  type Output,
  ProviderError,
} from '../provider.ts'
import { asObject, countOf, maxInteger, readFiles } from './read-files.ts'
import { readTranscript } from './read-transcript.ts'

/** The longest address that is stored, in characters. */
const maxAddress = 2_000
const maxSeed = 100

/**
 * How much of a job's logs is read: the number of the newest lines, characters per line, and
 * characters in total.
 */
const maxLogLines = 1_000
const maxLogLine = 4_000
const maxLogField = 100
const maxLogs = 256_000

/**
 * Reads the answer to a submit. Only `request_id` is required: older answers lack the rest
 * (docs/providers/fal.md#submit).
 */
export function readSubmitted(
  { provider, endpoint }: Pick<JobReference, 'provider' | 'endpoint'>,
  body: unknown,
): { job: JobReference; state: JobState } {
  const answer = asObject(body)
  const requestId = answer.request_id
  if (!isJobId(requestId)) {
    throw new ProviderError('unknown', 'The provider took the job without an id', {
      delivery: 'unknown',
      retryable: false,
    })
  }
  const urls = { status: answer.status_url, result: answer.response_url, cancel: answer.cancel_url }
  const given = Object.entries(urls).filter(isAddress)
  const job = { provider, endpoint, requestId, urls: Object.fromEntries(given) }
  return { job, state: readState(answer) }
}

function isAddress(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string' && entry[1].length <= maxAddress
}

/**
 * There is no FAILED status: a failed job is COMPLETED with a failing result. Unknown statuses
 * count as running.
 */
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
      return { state: 'queued', position: countOf(answer.queue_position), logs }
    default:
      return { state: 'running', progress: null, logs }
  }
}

function readLogs(given: unknown): JobLog[] {
  if (!Array.isArray(given)) return []
  const newest = given.slice(-maxLogLines).map(readLog)
  let left = maxLogs
  const firstKept = newest.findLastIndex((log) => {
    left -= Object.values(log).join('').length
    return left < 0
  })
  return newest.slice(firstKept + 1)
}

function readLog(entry: unknown): JobLog {
  const { message, level, source, timestamp } = asObject(entry)
  return {
    message: text(message, maxLogLine),
    level: text(level, maxLogField),
    source: text(source, maxLogField),
    timestamp: text(timestamp, maxLogField),
  }
}

/**
 * The seconds may be missing or null (docs/providers/fal.md#status); values of weeks are ignored.
 */
function runTimeOf(metrics: unknown): number | null {
  const { inference_time: seconds } = asObject(metrics)
  const isTime = typeof seconds === 'number' && seconds >= 0 && seconds * 1000 <= maxInteger
  return isTime ? Math.round(seconds * 1000) : null
}

/** Returns the percentage in the newest log line that has one. */
function progressOf(logs: JobLog[]): number | null {
  for (const { message } of logs.toReversed()) {
    const percent = /(\d{1,3}(?:\.\d+)?)\s?%/.exec(message)?.[1]
    if (percent) return Math.min(100, Math.round(Number(percent)))
  }
  return null
}

/**
 * Reads the output of a finished job (docs/providers/fal.md#endpoints): its files, or a text. An
 * image flagged by the safety check was replaced by a black image. Throws `ProviderError` for an
 * answer that contains an error instead.
 */
export function readOutput(body: unknown): Output {
  const answer = asObject(body)
  const assets = readFiles(answer)
  const text = answerText(answer)
  const transcript = text === null ? null : readTranscript(answer)
  const words = assets.length === 0 && text === null ? reportedWords(answer) : null
  if (words !== null) throw jobError(codeOfWords(words), words)
  return {
    assets,
    text,
    ...(transcript && { transcript }),
    seed: typeof answer.seed === 'string' && answer.seed.length <= maxSeed ? answer.seed : null,
    prompt: typeof answer.prompt === 'string' ? answer.prompt : null,
  }
}

/** Newer endpoints call the answer something else. */
function answerText(answer: Record<string, unknown>): string | null {
  const texts = [answer.output, answer.text, answer.answer, answer.response, answer.caption]
  return texts.find((one) => typeof one === 'string') ?? null
}

function text(value: unknown, max: number): string {
  return typeof value === 'string' ? value.slice(0, max).toWellFormed() : ''
}
