import { ProviderError } from '../../provider.ts'
import { parseError } from '../parse-error.ts'
import { type Answer, connectionError, isSuccess, send } from './send.ts'

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
 * One call, never repeated, JSON in and out. Not through fal's own client, which repeats a submit by itself (reference,
 * §1.3). Throws `ProviderError`.
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
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeout),
  })
  const { statusCode: status } = answer
  const text = await readText(answer)
  if (isSuccess(answer)) return { status, body: readJson(text, true) }
  throw parseError({
    status,
    body: readJson(text, false),
    errorType: header(answer, 'x-fal-error-type'),
    retryable: header(answer, 'x-fal-retryable') ?? header(answer, 'x-fal-needs-retry'),
  })
}

function readText({ body }: Answer): Promise<string> {
  return body.text().catch((error: unknown) => {
    throw connectionError(error)
  })
}

function header({ headers }: Answer, name: string): string | null {
  return headers[name]?.toString() ?? null
}

function readJson(text: string, mustParse: boolean): unknown {
  try {
    return text.includes('"seed"') ? JSON.parse(text, keepSeed) : JSON.parse(text)
  } catch {
    if (!mustParse) return null
    throw new ProviderError('unknown', 'The provider answered something that is not JSON', {
      delivery: 'unknown',
      retryable: true,
    })
  }
}

/** Seeds can be larger than 2^53: they are kept as text. */
function keepSeed(key: string, value: unknown, context?: { source?: string }): unknown {
  return key === 'seed' && typeof value === 'number' ? (context?.source ?? String(value)) : value
}
