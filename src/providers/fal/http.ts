import { ProviderError } from '../provider.ts'
import { parseError } from './parse-error.ts'

export type Call = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  key: string
  body?: unknown
  headers?: Record<string, string>
  /** In ms. */
  timeout: number
}

/** Before anything was sent: the name did not resolve or nobody listened. The provider cannot have taken the job. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * One call, never repeated, JSON in and out. Plain fetch, because fal's own client repeats a submit by itself
 * (reference, §1.3). Throws `ProviderError`.
 */
export async function call(request: Call): Promise<{ status: number; body: unknown }> {
  const answer = await send(request)
  if (answer.ok) return { status: answer.status, body: answer.body }
  throw parseError({
    status: answer.status,
    body: answer.body,
    errorType: answer.headers.get('x-fal-error-type'),
    retryable: answer.headers.get('x-fal-retryable') ?? answer.headers.get('x-fal-needs-retry'),
  })
}

async function send({ method, url, key, body, headers, timeout }: Call) {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      headers: {
        ...headers,
        authorization: `Key ${key}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
    })
    const text = await response.text()
    return { ok: response.ok, status: response.status, headers: response.headers, body: readJson(text, response.ok) }
  } catch (error) {
    throw error instanceof ProviderError ? error : connectionError(error)
  }
}

/** Seeds can be larger than 2^53: they are kept as text. */
function readJson(text: string, mustParse: boolean): unknown {
  try {
    return JSON.parse(text, (key, value: unknown, context?: { source?: string }) =>
      key === 'seed' && typeof value === 'number' ? (context?.source ?? String(value)) : value,
    )
  } catch {
    if (!mustParse) return null
    throw new ProviderError('unknown', 'The provider answered something that is not JSON', {
      delivery: 'unknown',
      retryable: true,
    })
  }
}

/** The network failed: was the request sent, or surely not? */
export function connectionError(error: unknown): ProviderError {
  const cause = (error as { cause?: { code?: string } }).cause?.code ?? ''
  const timedOut = (error as Error).name === 'TimeoutError'
  return new ProviderError(timedOut ? 'timeout' : 'unavailable', `No answer from the provider (${cause || timedOut})`, {
    delivery: neverConnected.has(cause) ? 'refused' : 'unknown',
    retryable: true,
  })
}
