import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isQuotaCode } from '#core/client-apis/quota-codes.ts'
import { describeMissingResult } from '#core/client-apis/routes/describe-missing-result.ts'
import { NoResult } from '#core/client-apis/routes/follow-result.ts'
import type { Env } from '#core/http/env.ts'
import { createErrorHandler } from '#core/http/errors.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { Refused } from '#core/refused.ts'
import type { ErrorBody } from '#core/texts/contract/errors.ts'
import { fill, loadMessages } from '#core/texts/messages/messages.ts'
import type { Language } from '#platform/languages/languages.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type english from '../messages/errors.en.json'

/** An error in OpenAI's words. */
type OpenAiError = { message: string; type: string; param: string | null; code: string | null }

/** An answer that only this API has. */
export class OpenAiFailure extends Error {
  override name = 'OpenAiFailure'
  readonly status: number
  readonly type: string
  readonly code: string
  readonly text: (language: Language) => string

  constructor(status: number, code: string, text: OpenAiFailure['text']) {
    super(code)
    this.status = status
    this.type = status < 500 ? 'invalid_request_error' : 'server_error'
    this.code = code
    this.text = text
  }
}

const texts = await loadMessages<typeof english>(
  (language) => import(`../messages/errors.${language}.json`, { with: { type: 'json' } }),
)

type OwnText = keyof typeof english

/** A failure with one of this API's messages. */
export function ownFailure(
  status: number,
  name: OwnText,
  details: Record<string, string> = {},
): OpenAiFailure {
  return new OpenAiFailure(status, name, (language) => fill(texts[language][name], details))
}

/** The failure of a result that is not there (docs/openai.md#waiting-and-retries). */
function failureOf(error: unknown, id: string): OpenAiFailure {
  const { status, code, text } = describeMissingResult(error, id)
  return new OpenAiFailure(status, failureName(code), text)
}

/** OpenAI's code for a failure, where it has one. */
export function failureName(code: string): string {
  return code === 'content_policy' ? 'moderation_blocked' : code
}

/**
 * Presents refusals as OpenAI's clients read them (docs/openai.md#errors). `x-should-retry` is obeyed
 * by them: `false` where a repeat could not succeed, or could be charged a second time.
 */
export function refuseAsOpenAi(log: Log): ErrorHandler<Env> {
  const handle = createErrorHandler(log)
  return async (given, c) => {
    const error = given instanceof NoResult ? failureOf(given, given.row.id) : given
    const language = c.get('language') ?? 'en'
    const hasKey = c.req.header('idempotency-key') !== undefined
    if (error instanceof OpenAiFailure) {
      const isUnfinished = given instanceof NoResult && given.isUnfinished
      if (error.status >= 500 && !(hasKey && isUnfinished)) c.header('x-should-retry', 'false')
      return c.json(
        { error: presentFailure(error, language) },
        error.status as ContentfulStatusCode,
      )
    }
    const response = await handle(error, c)
    const body = (await response.json()) as ErrorBody
    const { status, ...named } = translate(body, response.status)
    const isUncertain = status >= 500 && !(error instanceof Refused) && !hasKey
    const mayHaveCharged = isUncertain && c.req.method === 'POST'
    if (named.code === 'insufficient_quota' || status === 409 || mayHaveCharged)
      c.header('x-should-retry', 'false')
    return c.json(
      { error: { ...named, message: body.message ?? body.error } satisfies OpenAiError },
      status as ContentfulStatusCode,
    )
  }
}

/** Presents why a stream ends without its result: `NoResult`, or an unexpected error. */
export function presentStreamFailure(error: unknown, id: string, language: Language): OpenAiError {
  return presentFailure(failureOf(error, id), language)
}

function presentFailure({ text, type, code }: OpenAiFailure, language: Language): OpenAiError {
  return { message: text(language), type, param: null, code }
}

type Translated = Omit<OpenAiError, 'message'> & { status: number }

function translate({ code, fields = [] }: ErrorBody, status: number): Translated {
  if (isQuotaCode(code))
    return { status: 429, type: 'insufficient_quota', param: null, code: 'insufficient_quota' }
  if (code === 'unauthorized')
    return { status: 401, type: invalid, param: null, code: 'invalid_api_key' }
  if (code === 'unknown_model')
    return { status: 404, type: invalid, param: 'model', code: 'model_not_found' }
  if (code === 'invalid_input' || code === 'invalid_query') {
    const [first] = fields
    return {
      status,
      type: invalid,
      param: first?.field ?? null,
      code: first ? (problemCodes[first.problem] ?? 'invalid_value') : code,
    }
  }
  if (status === 429)
    return { status, type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' }
  return { status, type: status < 500 ? invalid : 'server_error', param: null, code }
}

const invalid = 'invalid_request_error'

const problemCodes: Partial<Record<FieldProblem['problem'], string>> = {
  required: 'missing_required_parameter',
  unknown_name: 'unknown_parameter',
  not_supported: 'unsupported_parameter',
  not_used: 'unsupported_parameter',
  blocked: 'moderation_blocked',
  removed_file: 'moderation_blocked',
}
