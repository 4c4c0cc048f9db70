import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Env } from '#core/http/env.ts'
import { createErrorHandler } from '#core/http/errors.ts'
import type { ErrorBody, ErrorCode } from '#core/texts/contract/errors.ts'
import type { Log } from '#platform/telemetry/log.ts'

/**
 * Presents our refusals so that fal's client can read them too: it shows `message`, its other
 * readers `detail`; for a 422 the client makes field errors of `detail`, which is why an invalid
 * input answers 422 here and not 400 (docs/providers/fal.md#errors).
 */
export function refuseAsFal(log: Log): ErrorHandler<Env> {
  const handle = createErrorHandler(log)
  return async (error, c) => {
    const response = await handle(error, c)
    const body = (await response.json()) as ErrorBody
    const status = statuses[body.code] ?? response.status
    const word = c.req.method === 'PUT' && cancelMessages[body.code]
    const answer = {
      ...(word && { status: word }),
      ...body,
      message: body.error,
      detail: detailOf(body),
    }
    return c.json(answer, status as ContentfulStatusCode)
  }
}

/** Where fal's status differs from ours. */
const statuses: Partial<Record<ErrorCode, number>> = { invalid_input: 422, too_late: 400 }

/** fal's answers to a cancel that is not possible (docs/providers/fal.md#cancel). */
const cancelMessages: Partial<Record<ErrorCode, string>> = {
  too_late: 'ALREADY_COMPLETED',
  not_found: 'NOT_FOUND',
}

function detailOf({ error, code, fields = [] }: ErrorBody) {
  if (code !== 'invalid_input') return error
  return fields.map(({ field, problem, message }) => ({
    loc: ['body', field],
    msg: message,
    type: types[problem],
  }))
}

type Problem = NonNullable<ErrorBody['fields']>[number]['problem']

const types: Record<Problem, string> = {
  required: 'missing',
  too_short: 'sequence_too_short',
  too_long: 'sequence_too_long',
  too_many: 'sequence_too_long',
  out_of_range: 'value_error',
  not_an_option: 'one_of',
  wrong_type: 'type_error',
  wrong_form: 'value_error',
  unknown_name: 'extra_forbidden',
  too_many_entries: 'sequence_too_long',
  not_an_address: 'value_error',
  not_reachable: 'file_download_error',
  wrong_file: 'unsupported_format',
  not_used: 'extra_forbidden',
  empty_file: 'unsupported_format',
  no_video_track: 'unsupported_format',
  file_too_large: 'file_too_large',
  too_many_pixels: 'image_too_large',
  video_too_long: 'video_duration_too_long',
  blocked: 'content_policy_violation',
  removed_file: 'content_policy_violation',
  not_supported: 'extra_forbidden',
  other_size: 'value_error',
}
