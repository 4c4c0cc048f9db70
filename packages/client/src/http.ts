import { AtelierError, errorOfAnswer, invalidArgument } from './errors.ts'

export type HttpOptions = {
  /** The address of the studio, such as `https://studio.example`. */
  baseUrl: string
  /** A key of `/account/keys`; with the scope “create” for everything that costs credits. */
  apiKey: string
  /** How often a call is repeated after a lost connection, 429 or 503; 6 if absent. */
  maxRetries?: number | undefined
  /** How long one attempt may take, in ms; 60,000 if absent. Uploads and downloads have ten times that. */
  timeoutMs?: number | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}

type Call = {
  body?: unknown
  query?: Record<string, unknown> | undefined
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** It sends or reads a file. */
  isLong?: boolean
}

type RequestOutcome<Result> =
  | { ok: true; result: Result }
  /** `pauseMs`: when to try again, `null`: never. */
  | { ok: false; error: AtelierError; pauseMs: number | null }

/** A longer `Retry-After` is left to the caller, in ms. */
const maxPauseMs = 35_000

/** Calls of the API with one key. They can be repeated without a second effect. */
export function createHttp(options: HttpOptions) {
  const { apiKey, maxRetries = 6, timeoutMs = 60_000 } = options
  const base = readBaseUrl(options.baseUrl)
  if (!/^[\x21-\x7e]+$/.test(apiKey ?? '')) {
    throw invalidArgument('apiKey', 'apiKey must be an API key of the studio, such as "atl_…".')
  }
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis)

  /** One request. The key is sent to the studio alone. */
  async function open(method: string, path: string, { body, query, headers, signal }: Call) {
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query ?? {})) {
      const values = Array.isArray(value) ? value : [value]
      for (const one of values) if (one != null) url.searchParams.append(name, String(one))
    }
    const isForm = body instanceof FormData
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...headers,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      // Followed, it would make a GET of a POST. Files may be at the storage's own address.
      redirect: path.startsWith('/media/') ? 'follow' : 'manual',
      // A key replaces the session of the browser.
      credentials: 'omit',
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      const to = response.headers.get('location') ?? 'another address'
      throw new AtelierError('redirected', `The server redirects to ${to}. Change baseUrl.`)
    }
    return response
  }

  /** Sends a call until it is answered, and reads the answer with `read`. */
  async function send<Result>(
    method: string,
    path: string,
    call: Call,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      call.signal?.throwIfAborted()
      const outcome = await attemptOnce(attempt)
      if (outcome.ok) return outcome.result
      if (outcome.pauseMs === null || attempt >= maxRetries) throw outcome.error
      await sleep(outcome.pauseMs, call.signal)
    }

    async function attemptOnce(attempt: number): Promise<RequestOutcome<Result>> {
      const limit = AbortSignal.timeout(call.isLong ? timeoutMs * 10 : timeoutMs)
      const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit
      try {
        const response = await open(method, path, { ...call, signal })
        if (response.ok) return { ok: true, result: await read(response) }
        const error = errorOfAnswer(response.status, await response.text())
        return { ok: false, error, pauseMs: pauseAfter(error, response, attempt) }
      } catch (cause) {
        call.signal?.throwIfAborted()
        if (cause instanceof AtelierError) throw cause
        const error = limit.aborted
          ? new AtelierError('timed_out', 'The server did not answer in time.', { cause })
          : new AtelierError('connection_failed', 'The server could not be reached.', { cause })
        return { ok: false, error, pauseMs: backoffMs(attempt) }
      }
    }
  }

  return {
    open,
    send,
    /** Sends a call and parses the JSON of its answer. */
    json: <Result>(method: string, path: string, call: Call = {}): Promise<Result> =>
      send(method, path, call, async (response) => {
        const text = await response.text()
        try {
          return JSON.parse(text) as Result
        } catch {
          const message = 'The answer is not JSON. Is baseUrl the address of a studio?'
          throw new AtelierError('unexpected_answer', message, { status: response.status })
        }
      }),
  }
}

export type Http = ReturnType<typeof createHttp>

/**
 * How long to wait before the next attempt, in ms; `null`: it would be refused again. The API names
 * a pause wherever a repeat can succeed; proxies in front of it do not.
 */
function pauseAfter(error: AtelierError, { headers, status }: Response, attempt: number) {
  if (![429, 502, 503, 504].includes(status)) return null
  const named = headers.get('retry-after')
  if (named === null) return error.code === 'unexpected_answer' ? backoffMs(attempt) : null
  const pauseMs = /^\d+$/.test(named) ? Number(named) * 1_000 : Date.parse(named) - Date.now()
  return pauseMs <= maxPauseMs ? Math.max(0, pauseMs) + Math.random() * 250 : null
}

/** From half a second to eight, randomised so that many clients do not come together. */
export function backoffMs(attempt: number): number {
  return Math.min(8_000, 500 * 2 ** attempt) * (0.75 + Math.random() / 2)
}

/** Throws the reason of `signal` when it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}

function readBaseUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw invalidArgument('baseUrl', 'baseUrl must be an address such as "https://studio.example".')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
