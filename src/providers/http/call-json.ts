import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { seedAsJson } from '#core/models/rules/seed.ts'
import { toStorable } from '#core/models/rules/storable-text.ts'
import { currentRequestId } from '#platform/telemetry/request-id.ts'
import { currentTraceparent, inSpan } from '#platform/telemetry/tracing.ts'
import { ProviderError } from '../provider.ts'
import type { MultipartBody } from './multipart.ts'
import { type Answer, isSuccess, maxJsonBytes, readText, send } from './send.ts'

/** `body`: sent as JSON, unless it is `multipart`. `timeout` in ms. */
export type JsonCall = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: unknown
  multipart?: MultipartBody
  timeout: number
  /** The largest answer that is read, in bytes. */
  maxBytes?: number
}

/** An answer that is not 2xx. `body` is the parsed JSON, or `null` for anything else. */
export type FailedAnswer = {
  status: number
  body: unknown
  header(name: string): string | null
}

type JsonAnswer = { status: number; body: unknown; header: FailedAnswer['header'] }

/** An answer of a provider, as it came. */
export type RecordedAnswer = { method: string; url: string; status: number; body: unknown }

const answerRecorder = new AsyncLocalStorage<(answer: RecordedAnswer) => void>()

/** Calls a function with each JSON answer that a provider gives while other work runs. */
export function recordAnswers<Result>(
  record: (answer: RecordedAnswer) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  return answerRecorder.run(record, work)
}

/**
 * Sends one call, never repeated, and reads JSON. A failed answer becomes the error that
 * `parseError` returns. Throws `ProviderError`.
 */
export async function callJson(
  request: JsonCall,
  parseError: (answer: FailedAnswer) => ProviderError,
): Promise<JsonAnswer> {
  const { method, url } = request
  const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname }
  return inSpan(method, { kind: 'client', attributes }, async (span) => {
    try {
      const answer = await callOnce(request, parseError)
      span.add({ 'http.response.status_code': answer.status })
      return answer
    } catch (error) {
      if (error instanceof ProviderError && error.httpStatus !== null)
        span.add({ 'http.response.status_code': error.httpStatus })
      throw error
    }
  })
}

async function callOnce(
  request: JsonCall,
  parseError: (answer: FailedAnswer) => ProviderError,
): Promise<JsonAnswer> {
  const { method, url, headers, timeout, maxBytes = maxJsonBytes } = request
  const answer = await send(url, {
    method,
    ...contentOf(request, { ...correlation(), ...headers, accept: 'application/json' }),
    // Times of PostgreSQL's clock have fractions, which a timer refuses.
    signal: AbortSignal.timeout(Math.ceil(timeout)),
  })
  const { statusCode: status } = answer
  const header = (name: string) => answer.headers[name]?.toString() ?? null
  const isDone = isSuccess(answer)
  const text = await (isDone ? readText(answer, maxBytes) : readFailure(answer))
  const body = readJson(text, isDone)
  answerRecorder.getStore()?.({ method, url, status, body })
  if (isDone) return { status, body, header }
  throw parseError({ status, body, header })
}

/** What a provider's support and its traces may ask for: the request's id and our span. */
function correlation(): Record<string, string> {
  const id = currentRequestId()
  const traceparent = currentTraceparent()
  return { ...(id && { 'x-request-id': id }), ...(traceparent && { traceparent }) }
}

function contentOf({ body, multipart }: JsonCall, headers: Record<string, string>) {
  if (multipart)
    return {
      headers: { ...headers, ...multipart.headers },
      body: Readable.from(multipart.chunks()),
    }
  return {
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body, writeSeed) }),
  }
}

/** Reads the body of a failed call; only the status counts where it is endless. */
function readFailure(answer: Answer): Promise<string> {
  return readText(answer).catch((error: unknown) => {
    if (error instanceof ProviderError && error.code === 'too_large') return ''
    throw error
  })
}

/** The only place where a provider's text enters: from here on all of it can be stored. */
function readJson(text: string, mustParse: boolean): unknown {
  try {
    const parsed: unknown = text.includes('seed"') ? JSON.parse(text, keepSeed) : JSON.parse(text)
    return unstorable.test(text) ? toStorable(parsed) : parsed
  } catch {
    if (!mustParse) return null
    throw new ProviderError('unreadable', 'The provider answered something that is not JSON', {
      delivery: 'unknown',
      retryable: true,
    })
  }
}

const seedKeys = new Set(['seed', 'noise_seed'])

/** A provider expects a number; no digit of ours may be lost. */
function writeSeed(key: string, value: unknown): unknown {
  return seedKeys.has(key) && typeof value === 'string' ? (seedAsJson(value) ?? value) : value
}

/** Seeds can be larger than 2^53: they are kept as text. */
function keepSeed(key: string, value: unknown, context?: { source?: string }): unknown {
  return seedKeys.has(key) && typeof value === 'number' ? (context?.source ?? String(value)) : value
}

/**
 * JSON escapes of characters that PostgreSQL cannot store: NUL and surrogates, which may be lone
 * ones.
 */
const unstorable = /\\u(?:0000|d[89a-f])/i
