import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isQuotaCode } from '#core/client-apis/quota-codes.ts'
import { describeMissingResult } from '#core/client-apis/routes/describe-missing-result.ts'
import { NoResult } from '#core/client-apis/routes/follow-result.ts'
import type { Env } from '#core/http/env.ts'
import { createErrorHandler } from '#core/http/errors.ts'
import type { ErrorBody } from '#core/texts/contract/errors.ts'
import type { Language } from '#platform/languages/languages.ts'
import type { Log } from '#platform/telemetry/log.ts'

/** An error in Gemini's words; `details` name our code, and what is wrong with each parameter. */
type GeminiError = {
  error: {
    code: number
    message: string
    status: string
    details: object[]
  }
}

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
    const status = isQuotaCode(body.code) ? 429 : own
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
  const { status, code, text } = describeMissingResult(error, id)
  return present(status, code, text(language))
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
