import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { seedAsJson } from '#core/models/rules/seed.ts'
import { toStorable } from '#core/models/rules/storable-text.ts'
import { currentRequestId } from '#platform/telemetry/request-id.ts'
import { currentTraceparent, inSpan } from '#platform/telemetry/tracing.ts'
import { ProviderError } from '../provider.ts'
import type { MultipartBody } from './multipart.ts'
import {
  type Answer,
  isSuccess,
  type Method,
  maxJsonWithFiles,
  readBytes,
  readText,
  send,
} from './send.ts'

/** `body`: sent as JSON, unless it is `multipart`. `timeout` in ms. */
export type JsonCall = {
  method: Method
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

type ParseError = (answer: FailedAnswer) => ProviderError
type JsonAnswer = { status: number; body: unknown; header: FailedAnswer['header'] }
type BytesAnswer = { status: number; bytes: Buffer; header: FailedAnswer['header'] }

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
export function callJson(request: JsonCall, parseError: ParseError): Promise<JsonAnswer> {
  return traced(request, async () => {
    const { answer, status, header } = await exchange(request, 'application/json', parseError)
    const text = await readText(answer, request.maxBytes)
    // Without content there is nothing to read.
    const body = status === 204 ? null : readJson(text, true)
    record(request, status, body)
    return { status, body, header }
  })
}

/**
 * Sends one call, never repeated, whose answer is a file. A failed answer becomes the error that
 * `parseError` returns. Throws `ProviderError`.
 */
export function callBytes(request: JsonCall, parseError: ParseError): Promise<BytesAnswer> {
  return traced(request, async () => {
    const { answer, status, header } = await exchange(request, '*/*', parseError)
    const bytes = await readBytes(answer, request.maxBytes ?? maxJsonWithFiles)
    record(request, status, { bytes: bytes.length })
    return { status, bytes, header }
  })
}

/** Runs a call in a span of its own. */
async function traced<Result extends { status: number }>(
  { method, url }: JsonCall,
  call: () => Promise<Result>,
): Promise<Result> {
  const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname }
  return inSpan(method, { kind: 'client', attributes }, async (span) => {
    try {
      const answer = await call()
      span.add({ 'http.response.status_code': answer.status })
      return answer
    } catch (error) {
      if (error instanceof ProviderError && error.httpStatus !== null)
        span.add({ 'http.response.status_code': error.httpStatus })
      throw error
    }
  })
}

/** The answer of a call that succeeded, whose body is not read yet. */
async function exchange(request: JsonCall, accept: string, parseError: ParseError) {
  const { url, method, timeout, headers } = request
  const answer = await send(url, {
    method,
    ...contentOf(request, { ...correlation(), ...headers, accept }),
    // Times of PostgreSQL's clock have fractions, which a timer refuses.
    signal: AbortSignal.timeout(Math.ceil(timeout)),
  })
  const { statusCode: status } = answer
  const header = (name: string) => answer.headers[name]?.toString() ?? null
  if (isSuccess(answer)) return { answer, status, header }
  const body = readJson(await readFailure(answer), false)
  record(request, status, body)
  throw parseError({ status, body, header })
}

function record({ method, url }: JsonCall, status: number, body: unknown): void {
  answerRecorder.getStore()?.({ method, url, status, body })
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
