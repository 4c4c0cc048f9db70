import type { components } from './api-types.ts'
import type { Generation } from './client.ts'

type ErrorBody = components['schemas']['Error']

/** A refused field, with its limits where it has any. */
export type FieldError = NonNullable<ErrorBody['fields']>[number]

/** Codes of this client: no answer, no answer in time, no answer of a studio. */
export type ClientErrorCode = 'connection_failed' | 'timed_out' | 'unexpected_answer' | 'redirected'

/** A code of the API, of a failed generation, or of this client; newer servers may have others. */
export type ErrorCode =
  | ErrorBody['code']
  | NonNullable<Generation['error_code']>
  | ClientErrorCode
  | (string & {})

type Details = Partial<Omit<ErrorBody, 'error' | 'message' | 'code'>> & {
  status?: number | undefined
  generationId?: string | undefined
  cause?: unknown
}

/** Thrown by every call that did not succeed, except by an aborted one. */
export class AtelierError extends Error {
  override readonly name: string = 'AtelierError'
  readonly code: ErrorCode
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** Every refused field. */
  readonly fields: readonly FieldError[]
  /** Credits that the request costs. */
  readonly required: number | undefined
  /** Credits that the account has, or has spent; bytes for `storage_full`. */
  readonly current: number | undefined
  /** The limit that was exceeded. */
  readonly max: number | undefined
  /** The id by which the operator finds an internal error. */
  readonly supportId: string | undefined
  /** The generation that was started and charged before the error. */
  readonly generationId: string | undefined

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.status = details.status ?? 0
    this.fields = details.fields ?? []
    this.required = details.required
    this.current = details.current
    this.max = details.max
    this.supportId = details.x_request_id
    this.generationId = details.generationId
  }

  /** The first refused field. */
  get field(): string | undefined {
    return this.fields[0]?.field
  }
}

/** Thrown when a generation ended without a result; `code` says why. Its credits are refunded. */
export class GenerationFailedError extends AtelierError {
  override readonly name = 'GenerationFailedError'
  readonly generation: Generation

  constructor(generation: Generation) {
    const { error_code, error_message, id } = generation
    super(error_code ?? 'unexpected_answer', error_message ?? 'The generation failed.', {
      generationId: id,
    })
    this.generation = generation
  }
}

/** An argument that cannot be sent at all. */
export function invalidArgument(field: string, message: string): AtelierError {
  return new AtelierError('invalid_input', message, {
    fields: [{ field, problem: 'invalid' as FieldError['problem'], message }],
  })
}

/** The error of an answer that is not a success. `text`: its body. */
export function errorOfAnswer(status: number, text: string): AtelierError {
  const body = parseObject(text) as Partial<ErrorBody> | null
  if (typeof body?.code !== 'string') {
    return new AtelierError('unexpected_answer', `The server answered with status ${status}.`, {
      status,
    })
  }
  return new AtelierError(body.code, body.message ?? body.error ?? body.code, { ...body, status })
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
