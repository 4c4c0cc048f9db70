import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { NoResult } from '#core/client-apis/routes/follow-result.ts'
import type { Env } from '#core/http/env.ts'
import { createErrorHandler } from '#core/http/errors.ts'
import { failureMessage } from '#core/texts/contract/error-messages.ts'
import type { ErrorBody } from '#core/texts/contract/errors.ts'
import { fill, loadMessages } from '#core/texts/messages/messages.ts'
import type { Language } from '#platform/languages/languages.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type english from '../messages/errors.en.json'

/** An error in Gemini's words; `details` name our code, and what is wrong with each parameter. */
type GeminiError = {
  error: {
    code: number
    message: string
    status: string
    details: object[]
  }
}

const texts = await loadMessages<typeof english>(
  (language) => import(`../messages/errors.${language}.json`, { with: { type: 'json' } }),
)

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  415: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** Credits are missing, or a limit on spending them is reached, also one that a feature adds. */
const quota = new Set(['insufficient_credits', 'never_paid', 'daily_cap', 'group_daily_cap'])

/** Presents refusals as Gemini's clients read them (docs/gemini.md#errors). */
export function refuseAsGemini(log: Log): ErrorHandler<Env> {
  const handle = createErrorHandler(log)
  return async (error, c) => {
    if (error instanceof NoResult) {
      const body = presentError(error, error.row.id, c.get('language') ?? 'en')
      return c.json(body, body.error.code as ContentfulStatusCode)
    }
    const response = await handle(error, c)
    const body = (await response.json()) as ErrorBody
    const own = body.code === 'unknown_model' ? 404 : response.status
    const status = quota.has(body.code) ? 429 : own
    const fields = (body.fields ?? []).map(({ field, problem }) => ({
      field,
      description: problem,
    }))
    const shown = present(status, body.code, body.message ?? body.error, fields)
    return c.json(shown, status as ContentfulStatusCode)
  }
}

/** Presents why there is no result: `NoResult`, or an unexpected error. */
export function presentError(error: unknown, id: string, language: Language): GeminiError {
  const say = (name: keyof typeof english) => fill(texts[language][name], { id })
  if (!(error instanceof NoResult)) return present(500, 'not_sent', say('not_sent'))
  const { reason, row } = error
  if (reason === 'wait_ended') return present(504, reason, say(reason))
  if (reason === 'stopping') return present(503, reason, say(reason))
  const isBlamed = ['cancelled', 'invalid_input', 'content_policy', 'input_unreachable']
  const message = failureMessage({ ...row, error_code: reason }, language)
  return present(isBlamed.includes(reason) ? 400 : 500, reason, message)
}

function present(
  code: number,
  reason: string,
  message: string,
  fieldViolations: object[] = [],
): GeminiError {
  const google = 'type.googleapis.com/google.rpc'
  return {
    error: {
      code,
      message,
      status: statuses[code] ?? 'INTERNAL',
      details: [
        { '@type': `${google}.ErrorInfo`, reason },
        ...(fieldViolations.length > 0
          ? [{ '@type': `${google}.BadRequest`, fieldViolations }]
          : []),
      ],
    },
  }
}
