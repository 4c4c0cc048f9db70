import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isQuotaCode } from '#core/client-apis/quota-codes.ts'
import type { Env } from '#core/http/env.ts'
import { createErrorHandler } from '#core/http/errors.ts'
import type { ErrorBody } from '#core/texts/contract/errors.ts'
import type { Log } from '#platform/telemetry/log.ts'

const titles: Readonly<Record<number, string>> = {
  401: 'Unauthenticated',
  402: 'Insufficient credit',
  403: 'Forbidden',
  404: 'Not found',
  413: 'Too large',
  422: 'Input validation failed',
  429: 'Too many requests',
  503: 'Unavailable',
}

/**
 * Presents refusals as Replicate's clients read them (docs/replicate.md#errors). They repeat what is 429
 * by themselves, so that missing credits are 402.
 */
export function refuseAsReplicate(log: Log): ErrorHandler<Env> {
  const handle = createErrorHandler(log)
  return async (error, c) => {
    const response = await handle(error, c)
    const body = (await response.json()) as ErrorBody
    const status = statusOf(body.code, response.status)
    const invalid = (body.fields ?? []).map(({ field, problem }) => ({
      type: problem,
      field,
      description: body.message ?? body.error,
    }))
    return c.json(
      {
        title: titles[status] ?? body.error,
        detail: body.message ?? body.error,
        status,
        code: body.code,
        ...(invalid.length > 0 && { invalid_fields: invalid }),
      },
      status as ContentfulStatusCode,
    )
  }
}

function statusOf(code: string, status: number): number {
  if (isQuotaCode(code)) return 402
  if (code === 'unknown_model') return 404
  return code === 'invalid_input' ? 422 : status
}
