import { seedAsJson } from '#catalogue/seed.ts'
import { toStorable } from '#catalogue/storable-text.ts'
import { ProviderError } from '../provider.ts'
import { parseError } from './parse-error.ts'
import { type Answer, isSuccess, readText, send } from './send.ts'

export type Call = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  key: string
  body?: unknown
  headers?: Record<string, string>
  /** In ms. */
  timeout: number
}

/**
 * Sends one call, never repeated, with JSON in and out. Not through fal's own client, which repeats
 * a submit by itself (docs/providers/fal.md#submit). Throws `ProviderError`.
 */
export async function call({ method, url, key, body, headers, timeout }: Call): Promise<{
  status: number
  body: unknown
}> {
  const answer = await send(url, {
    method,
    headers: {
      ...headers,
      authorization: `Key ${key}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body, writeSeed) }),
    signal: AbortSignal.timeout(timeout),
  })
  const { statusCode: status } = answer
  if (isSuccess(answer)) return { status, body: readJson(await readText(answer), true) }
  throw parseError({
    status,
    body: readJson(await readFailure(answer), false),
    errorType: header(answer, 'x-fal-error-type'),
    retryable: header(answer, 'x-fal-retryable') ?? header(answer, 'x-fal-needs-retry'),
  })
}

/** Reads the body of a failed call; only the status counts where it is endless. */
function readFailure(answer: Answer): Promise<string> {
  return readText(answer).catch((error: unknown) => {
    if (error instanceof ProviderError && error.code === 'too_large') return ''
    throw error
  })
}

function header({ headers }: Answer, name: string): string | null {
  return headers[name]?.toString() ?? null
}

/** The only place where the provider's text enters: from here on all of it can be stored. */
function readJson(text: string, mustParse: boolean): unknown {
  try {
    const parsed: unknown = text.includes('"seed"') ? JSON.parse(text, keepSeed) : JSON.parse(text)
    return unstorable.test(text) ? toStorable(parsed) : parsed
  } catch {
    if (!mustParse) return null
    throw new ProviderError('unknown', 'The provider answered something that is not JSON', {
      delivery: 'unknown',
      retryable: true,
    })
  }
}

/** The provider expects a number; no digit of ours may be lost. */
function writeSeed(key: string, value: unknown): unknown {
  return key === 'seed' && typeof value === 'string' ? (seedAsJson(value) ?? value) : value
}

/** Seeds can be larger than 2^53: they are kept as text. */
function keepSeed(key: string, value: unknown, context?: { source?: string }): unknown {
  return key === 'seed' && typeof value === 'number' ? (context?.source ?? String(value)) : value
}

/**
 * JSON escapes of characters that PostgreSQL cannot store: NUL and surrogates, which may be lone
 * ones.
 */
const unstorable = /\\u(?:0000|d[89a-f])/i
