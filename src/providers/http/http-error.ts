import { ProviderError, type ProviderErrorCode } from '../provider.ts'

/** How much of a provider's message is kept, in characters. */
const maxMessage = 1_000

/** Returns what an HTTP status means where the provider says nothing more. */
export function codeOfStatus(status: number): ProviderErrorCode {
  if (status === 401 || status === 403) return 'provider_auth'
  if (status === 402) return 'provider_funds'
  if (status === 404 || status === 410) return 'not_found'
  if (status === 408 || status === 504) return 'timeout'
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'unavailable'
  return status === 400 || status === 413 || status === 422 ? 'invalid_input' : 'unknown'
}

/**
 * The error of a failed answer. `message`: the provider's own, if it gave one.
 */
export function httpError(
  status: number,
  { message, code = codeOfStatus(status) }: { message: string | null; code?: ProviderErrorCode },
): ProviderError {
  const words = message ? message.slice(0, maxMessage).toWellFormed() : null
  return new ProviderError(code, words ?? `The provider answered ${status}`, {
    words,
    delivery: isCertainlyNotQueued(status) ? 'refused' : 'unknown',
    retryable: code === 'rate_limited' || status >= 500,
    httpStatus: status,
  })
}

/**
 * A gateway with these statuses has not queued the job; any other 5xx may have come after it was
 * queued.
 */
export function isCertainlyNotQueued(status: number): boolean {
  return status < 500 || status === 503
}

/** The error of a job that the provider ended without a result. */
export function jobError(code: ProviderErrorCode, message: string | null): ProviderError {
  const words = message ? message.slice(0, maxMessage).toWellFormed() : null
  return new ProviderError(code, words ?? 'The job failed at the provider', {
    words,
    delivery: 'unknown',
    retryable: false,
  })
}

/** What the words of a provider mean that names no code. */
export function codeOfWords(words: string | null): ProviderErrorCode {
  const isPolicy = /nsfw|sensitive|flagged|safety|moderat|content.?polic|prohibited/i
  return isPolicy.test(words ?? '') ? 'content_policy' : 'unknown'
}

/**
 * The words of an error that an answer without a result contains although its status says success, as
 * `error`, `error_message` or `detail`; `null`: none.
 */
export function reportedWords(answer: Record<string, unknown>): string | null {
  const [words = null] = [answer.error, answer.error_message, answer.detail].flatMap(wordsOf)
  return words
}

function wordsOf(error: unknown): string[] {
  if (typeof error === 'string') return error === '' ? [] : [error]
  const { message, detail, msg, type, code } = (error ?? {}) as Record<string, unknown>
  const words = [message, detail, msg, type, code].filter((text) => typeof text === 'string')
  return words.slice(0, 1)
}

/** The error of a result that is asked for before its job has ended. */
export function notFinished(): ProviderError {
  return new ProviderError('not_finished', 'The job is still in progress', {
    delivery: 'unknown',
    retryable: true,
  })
}
