import { Readable } from 'node:stream'
import { seedAsJson } from '#catalogue/seed.ts'
import { toStorable } from '#catalogue/storable-text.ts'
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

/**
 * Sends one call, never repeated, and reads JSON. A failed answer becomes the error that
 * `parseError` returns. Throws `ProviderError`.
 */
export async function callJson(
  request: JsonCall,
  parseError: (answer: FailedAnswer) => ProviderError,
): Promise<{ status: number; body: unknown; header: FailedAnswer['header'] }> {
  const { method, url, headers, timeout, maxBytes = maxJsonBytes } = request
  const answer = await send(url, {
    method,
    ...contentOf(request, { ...headers, accept: 'application/json' }),
    signal: AbortSignal.timeout(timeout),
  })
  const { statusCode: status } = answer
  const header = (name: string) => answer.headers[name]?.toString() ?? null
  if (isSuccess(answer))
    return { status, body: readJson(await readText(answer, maxBytes), true), header }
  throw parseError({ status, body: readJson(await readFailure(answer), false), header })
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
    throw new ProviderError('unknown', 'The provider answered something that is not JSON', {
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
