import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { uploadFormats } from '#core/media/upload-rules.ts'
import { textIn } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { type FeatureRefusal, type Refusal, Refused } from '#core/refused.ts'
import { errorMessage, invalidTypeMessage } from '#core/texts/contract/error-messages.ts'
import {
  type CoreErrorCode,
  ErrorBody,
  type ErrorCode,
  errorStatuses,
} from '#core/texts/contract/errors.ts'
import { fieldMessage } from '#core/texts/contract/field-messages.ts'
import { fill } from '#core/texts/messages/messages.ts'
import { fallbackLanguage, type Language } from '#platform/languages/languages.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { currentRequestId } from '#platform/telemetry/request-id.ts'
import type { Env, FeatureRoutes } from './env.ts'
import { isDatabaseDown } from './middleware/database-down.ts'

/**
 * A refusal of the transport itself: an invalid JSON body, a foreign origin, no credentials.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly code: Exclude<CoreErrorCode, 'invalid_input' | 'invalid_generation_type'>
  /** The value in the message, or the problems of parameters. */
  readonly detail: string | FieldProblem[]

  constructor(code: HttpError['code'], detail: HttpError['detail'] = '') {
    super(code)
    this.code = code
    this.detail = detail
  }
}

/**
 * The one place where errors become answers. Unexpected ones are logged and disclose nothing.
 * `also` is added to every refusal of these routes.
 */
export function createErrorHandler(log: Log, also: object = {}): ErrorHandler<Env> {
  return (error, c) => {
    const language = c.get('language') ?? fallbackLanguage
    const body = bodyOf(error, language)
    if (body.code === 'internal') log.error({ path: c.req.path, err: error }, 'request failed')
    const id = body.code === 'internal' ? currentRequestId() : undefined
    const pause = pauseAfter(error) ?? pauses[body.code] ?? featureErrors.get(body.code)?.pause
    if (pause !== undefined) c.header('retry-after', String(pause))
    // The rest of the body is not read: the connection cannot be reused.
    if (body.code === 'too_large' || body.code === 'file_too_large' || bringsFileBare(c))
      c.header('connection', 'close')
    return answer(c, { ...body, ...(id && { x_request_id: id }), ...also })
  }
}

/** At such an endpoint the file is the whole body, which is not read to its end. */
function bringsFileBare({ req }: Context<Env>): boolean {
  const isImage = req.header('content-type')?.startsWith('image/') === true
  return req.method === 'PUT' && (isImage || req.path.startsWith('/media/'))
}

/** After how many seconds a retry may succeed. */
const pauses: Partial<Record<ErrorCode, number>> = {
  unavailable: 5,
  provider_unavailable: 30,
  storage_unavailable: 15,
  too_many_uploads: 5,
  // The oldest of them is deleted within a day; retrying every hour is enough.
  uploads_full: 3600,
}

/** The same where the refusal itself contains it. */
function pauseAfter(error: unknown): number | undefined {
  if (error instanceof Refused && error.refusal.reason === 'too_many_starts')
    return error.refusal.seconds
  if (error instanceof HttpError && error.code === 'too_many_requests') return Number(error.detail)
  return undefined
}

export function answer(c: Context<Env>, body: ErrorBody) {
  return c.json(
    { ...body, message: body.message ?? body.error },
    statusOf(body.code) as ContentfulStatusCode,
  )
}

type FeatureError = {
  status: number
  pause: number | undefined
  texts: Record<Language, Readonly<Record<string, string>>>
}

/** The error codes of features. */
const featureErrors = new Map<string, FeatureError>()

/** Adds the error codes of features to those of the core; once more changes nothing. */
export function addErrorCodes(features: readonly FeatureRoutes[]): void {
  for (const { errors } of features)
    for (const [code, status] of Object.entries(errors?.statuses ?? {}))
      if (errors) {
        const { texts, pauses: after } = errors
        featureErrors.set(code, { status, pause: after?.[code], texts })
      }
}

/** Every error code. */
export function errorCodes(): string[] {
  return [...Object.keys(errorStatuses), ...featureErrors.keys()]
}

function statusOf(code: ErrorCode): number {
  return featureErrors.get(code)?.status ?? errorStatuses[code as CoreErrorCode]
}

/** Returns what a client may know of an error. `internal` discloses nothing: log the error. */
export function bodyOf(error: unknown, language: Language): ErrorBody {
  if (error instanceof Refused) return refusalBody(error.refusal, language)
  if (error instanceof HttpError) {
    return transportBody(error, language)
  }
  if (error instanceof HTTPException && error.status === 400)
    return bodyOf(new HttpError('invalid_body'), language)
  if (isUnstorable(error)) return bodyOf(new HttpError('invalid_body'), language)
  if (isDatabaseDown(error)) return bodyOf(new HttpError('unavailable'), language)
  return bodyOf(new HttpError('internal'), language)
}

/**
 * Text that PostgreSQL cannot store (SQLSTATE), such as NUL, reached a statement: it was in the
 * request.
 */
function isUnstorable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === '22021' || code === '22P05'
}

function transportBody({ code, detail }: HttpError, language: Language): ErrorBody {
  if (typeof detail === 'string') return { error: errorMessage(code, language, { detail }), code }
  const fields = detail.map((problem) => fieldError(problem, language))
  const messages = fields.map(({ message }) => message).join('; ')
  return { error: errorMessage(code, language, { detail: messages }), code, fields }
}

function isOfFeature(refusal: Refusal): refusal is FeatureRefusal {
  return featureErrors.has(refusal.reason)
}

function featureBody(refusal: FeatureRefusal, language: Language): ErrorBody {
  const { reason, problems, ...details }: { reason: string; problems?: Problem[] } = refusal
  const text = featureErrors.get(reason)?.texts[language][reason] ?? reason
  const shown = Object.entries(details).filter(([name]) => Object.hasOwn(ErrorBody.shape, name))
  return {
    error: fill(text, problems ? { ...details, detail: problemsText(problems) } : details),
    code: reason as ErrorCode,
    ...Object.fromEntries(shown),
    ...(problems && { problems }),
  }
}

type Problem = { path: string; message: string }

const problemsText = (problems: readonly Problem[]) =>
  problems.map(({ path, message }) => `${path}: ${message}`).join('; ')

function refusalBody(refusal: Refusal, language: Language): ErrorBody {
  if (isOfFeature(refusal)) return featureBody(refusal, language)
  switch (refusal.reason) {
    case 'invalid_input': {
      const model = 'model' in refusal ? refusal.model : undefined
      const fields = refusal.problems.map((problem) => fieldError(problem, language, model))
      return {
        error: fields.map((field) => field.message).join('; '),
        code: 'invalid_input',
        fields,
      }
    }
    case 'invalid_generation_type':
      return {
        error: invalidTypeMessage(refusal.medium, language),
        code: 'invalid_generation_type',
      }
    case 'insufficient_credits': {
      const { required, current } = refusal
      const error = errorMessage('insufficient_credits', language, { required, current })
      return { error, code: 'insufficient_credits', required, current }
    }
    case 'price_changed': {
      const { reason, required } = refusal
      return { error: errorMessage(reason, language, { required }), code: reason, required }
    }
    case 'job_ceiling':
    case 'daily_cap':
    case 'application_daily_cap':
    case 'application_monthly_cap':
    case 'giving_limit':
    case 'above_max_credits': {
      const { reason, ...details } = refusal
      const error = errorMessage(reason, language, details)
      return { ...sumsOf(details), error, code: reason }
    }
    case 'too_many_starts':
      return {
        error: errorMessage(refusal.reason, language, { seconds: refusal.seconds }),
        code: refusal.reason,
      }
    case 'unknown_model':
      return {
        error: errorMessage('unknown_model', language, { detail: refusal.model }),
        code: 'unknown_model',
      }
    case 'invalid_settings':
    case 'invalid_definition': {
      const { reason, problems } = refusal
      const detail = problemsText(problems)
      return { error: errorMessage(reason, language, { detail }), code: reason, problems }
    }
    case 'unsupported_file': {
      const details = { formats: uploadFormats[refusal.accept] }
      return { error: errorMessage(refusal.reason, language, details), code: refusal.reason }
    }
    case 'file_too_large':
    case 'too_many_pixels':
    case 'video_too_long':
    case 'too_many_uploads':
    case 'uploads_full':
    case 'too_many_keys': {
      const { reason, max } = refusal
      const details = { max, megabytes: Math.floor(max / 1024 ** 2) }
      return { error: errorMessage(reason, language, details), code: reason, max }
    }
    case 'not_signed_in':
      return { error: errorMessage('unauthorized', language), code: 'unauthorized' }
    default:
      return { error: errorMessage(refusal.reason, language), code: refusal.reason }
  }
}

type Sums = { required: number; max: number; current?: number }

function sumsOf({ required, max, current }: Sums): Sums {
  return { required, max, ...(current !== undefined && { current }) }
}

/** `model`: whose input it is; its fields may have names of their own. */
function fieldError(problem: FieldProblem, language: Language, model?: Model) {
  const { options, ...rest } = problem
  const label = model?.fields[problem.field]?.texts?.label
  return {
    ...rest,
    ...(options && { options: [...options] }),
    message: fieldMessage(problem, language, label && textIn(label, language)),
  }
}

/** Additional or different fields of a route's refusals; `null`: none. */
export type RefusalFields = (body: ErrorBody, language: Language) => object | null

/** Gives the same status and code as `handle`, with a route's own fields. */
export function withRouteFields(
  handle: ErrorHandler<Env>,
  words: RefusalFields,
): ErrorHandler<Env> {
  return async (error, c) => {
    const response = await handle(error, c)
    const body = (await response.clone().json()) as ErrorBody
    const own = words(body, c.get('language') ?? fallbackLanguage)
    return own ? new Response(JSON.stringify({ ...body, ...own }), response) : response
  }
}
