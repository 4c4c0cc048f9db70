import { isCertainlyNotQueued } from '../http/http-error.ts'
import { ProviderError, type ProviderErrorCode } from '../provider.ts'

/** How much of an error is read: how many entries, and how many characters. */
const maxDetails = 20
const maxMessage = 1_000

type Detail = { msg?: unknown; type?: unknown; loc?: unknown }

/**
 * A provider answer that is not 2xx. `body` is the parsed JSON, or `null` for anything else (nginx
 * pages …).
 */
export type FailedAnswer = {
  status: number
  body: unknown
  errorType: string | null
  retryable: string | null
}

/**
 * Parses fal's three body shapes (docs/providers/fal.md#errors) to one error. Input values are
 * dropped: they contain prompts and addresses.
 */
export function parseError({ status, body, errorType, retryable }: FailedAnswer): ProviderError {
  const detail = (body as { detail?: unknown } | null)?.detail
  const type = errorType ?? textOf((body as { error_type?: unknown } | null)?.error_type)
  const details = Array.isArray(detail)
    ? detail.slice(0, maxDetails).map((entry) => (entry ?? {}) as Detail)
    : []
  const words = readMessage(body, details)
  return new ProviderError(
    codeOf(status, detail, details, type),
    words ?? `The provider answered ${status}`,
    {
      words,
      delivery: isCertainlyNotQueued(status) ? 'refused' : 'unknown',
      retryable: isRetryable(status, type, details, retryable),
      httpStatus: status,
    },
  )
}

function codeOf(
  status: number,
  detail: unknown,
  details: Detail[],
  type: string | null,
): ProviderErrorCode {
  const types = details.map((entry) => textOf(entry.type))
  if (status === 400 && /still in progress/i.test(textOf(detail) ?? '')) return 'not_finished'
  if (types.includes('content_policy_violation')) return 'content_policy'
  if (types.includes('file_download_error') || types.includes('image_load_error'))
    return 'input_unreachable'
  if (type === 'client_cancelled' || status === 499) return 'cancelled'
  if (status === 403 && /exhausted balance/i.test(textOf(detail) ?? '')) return 'provider_funds'
  if (status === 403 && /user is locked/i.test(textOf(detail) ?? '')) return 'provider_locked'
  if (status === 401 || status === 403) return 'provider_auth'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  if (status === 504 || types.includes('generation_timeout')) return 'timeout'
  if (status >= 500) return 'unavailable'
  if (status === 400 || status === 422) return 'invalid_input'
  return 'unknown'
}

/** `detail`, or else `message` (docs/spec/texts.md). */
function readMessage(body: unknown, details: Detail[]): string | null {
  const { detail, message } = (body ?? {}) as { detail?: unknown; message?: unknown }
  const messages = details.map((entry) => {
    const field = Array.isArray(entry.loc)
      ? entry.loc.filter((part) => part !== 'body').join('.')
      : ''
    return [field, textOf(entry.msg) ?? ''].filter(Boolean).join(': ')
  })
  const words = messages.filter(Boolean).join('; ') || textOf(detail) || textOf(message)
  return words ? words.slice(0, maxMessage).toWellFormed() : null
}

function isRetryable(
  status: number,
  type: string | null,
  details: Detail[],
  header: string | null,
): boolean {
  if (header !== null) return header === 'true'
  // A named error is the model's final one; a bare 5xx is from a gateway.
  if (type !== null || details.length > 0) return false
  return status === 429 || status >= 500
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
