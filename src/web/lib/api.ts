import { accountHeader, noAccount } from '#core/history/contract/browser-state.ts'
import type { ErrorBody, ErrorCode } from '#core/texts/contract/errors.ts'
import { getLocale } from '#web/messages/compiled/runtime.js'
import type { paths } from './api-types.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The OpenAPI document's entry for a method of a path. */
type Operation<Verb extends Method, Path extends keyof paths> = Path extends keyof paths
  ? Lowercase<Verb> extends keyof paths[Path]
    ? paths[Path][Lowercase<Verb>]
    : never
  : never

/** The paths of the document that have a method. */
type PathOf<Verb extends Method> = {
  [Path in keyof paths]: Operation<Verb, Path> extends { responses: unknown } ? Path : never
}[keyof paths]

type JsonOf<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : undefined

/** The body of a successful answer; `undefined` for 204. */
export type Answer<Verb extends Method, Path extends PathOf<Verb>> =
  Operation<Verb, Path> extends { responses: infer Responses }
    ? JsonOf<Responses[keyof Responses]>
    : never

/** The values that may be sent for a type: lists may be readonly, optional values undefined. */
type Sent<T> = T extends (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { [Key in keyof T]: Sent<T[Key]> | (object extends Pick<T, Key> ? undefined : never) }
    : T

type Given<Op> = (Op extends { parameters: { path: infer Values } }
  ? { params: Values }
  : unknown) &
  (Op extends { requestBody: { content: { 'application/json': infer Body } } }
    ? { body: Sent<Body> }
    : unknown) &
  (Op extends { parameters: { query?: infer Values } }
    ? { query?: Sent<Values> | undefined }
    : unknown)

type CommonOptions = {
  signal?: AbortSignal | undefined
  /** The request outlives the page, for data that is saved while the user leaves the page. */
  keepalive?: boolean
  /** The account it is meant for, where that is not the one the page shows by now. */
  account?: ShownAccount
}

type RequestOptions<Op> = CommonOptions & Given<Op>

/** Options may be left out where nothing in them is required. */
type OptionsOf<Op> =
  object extends RequestOptions<Op> ? [options?: RequestOptions<Op>] : [options: RequestOptions<Op>]

type FetchOptions = CommonOptions & {
  body?: unknown
  query?: object | undefined
}

/**
 * A failed request. `code` is the server's own, or `network` when no answer came, in which case it
 * is unknown whether the request was carried out. `status` is then 0 and `body` is null.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | 'network'
  readonly body: ErrorBody | null

  constructor(
    status: number,
    code: ErrorCode | 'network',
    body: ErrorBody | null,
    cause?: unknown,
  ) {
    super(body?.error ?? code, { cause })
    this.status = status
    this.code = code
    this.body = body
  }
}

/**
 * Calls our own server as its OpenAPI document says (`api-types.ts`): path, parameters, body and
 * answer are checked by the compiler. Throws as `fetchJson` does.
 */
export function request<Verb extends Method, Path extends PathOf<Verb>>(
  method: Verb,
  path: Path,
  ...[options]: OptionsOf<Operation<Verb, Path>>
): Promise<Answer<Verb, Path>> {
  const { params = {}, ...rest }: FetchOptions & { params?: Record<string, string> } = options ?? {}
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return fetchJson(method, address, rest)
}

/**
 * JSON in, JSON out, errors in the reader's language. Returns `undefined` for 204. A request that
 * may change something names its account: the server refuses it with `account_changed` for any
 * other. Throws `ApiError`, or the signal's reason when it was aborted.
 */
export async function fetchJson<T>(
  method: Method,
  path: string,
  options: FetchOptions = {},
): Promise<T> {
  const response = await send(method, path, options)
  clock.synchronize(response.headers.get('date'))
  for (const listener of answerListeners) listener(response.headers)
  if (response.status === 204) return undefined as T
  const body = await bodyOf(response)
  if (response.ok && body !== undefined) return body as T
  // A proxy's page instead of our answer: the request was answered, but not by the server.
  if (response.ok && isPage(response)) throw new ApiError(response.status, 'unavailable', null)
  const error = refusal(response.status, body)
  if (error.code === 'account_changed') reportAccountMismatch()
  throw error
}

const answerListeners = new Set<(headers: Headers) => void>()

/** Calls a function with the headers of each answer of the server. */
export function onAnswer(listener: (headers: Headers) => void): void {
  answerListeners.add(listener)
}

/** A retry only makes sense when the server did not answer, or answered that it could not. */
export function retryUnlessRefused(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return !refused && failures < 2
}

/**
 * The server's current time in ms: its timestamps can be compared with it even where this machine's
 * clock is off.
 */
export function serverNow(): number {
  return Date.now() + clock.offset
}

async function send(
  method: Method,
  path: string,
  { body, query, signal, keepalive, account }: FetchOptions,
): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData)
  try {
    return await fetch(path + queryString(query), {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': getLocale(),
        ...(isJson && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && shownAccountHeader(account)),
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, 'network', null, cause)
  }
}

/** A list is sent as its name repeated. */
function queryString(query: object = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** An answer that is incomplete or not JSON, such as a proxy's error page, is `undefined`. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false
}

function refusal(status: number, body: unknown): ApiError {
  if (isErrorBody(body)) return new ApiError(status, body.code, body)
  // A successful status with an incomplete body: the request was possibly carried out.
  if (status < 400) return new ApiError(0, 'network', null)
  return new ApiError(status, status >= 502 && status <= 504 ? 'unavailable' : 'internal', null)
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && 'code' in body
}

/**
 * How far the server's clock is ahead of ours. The header counts in seconds, so smaller differences
 * say nothing.
 */
const clock = {
  offset: 0,
  synchronize(date: string | null) {
    const offset = Date.parse(date ?? '') - Date.now()
    if (!Number.isNaN(offset)) clock.offset = Math.abs(offset) > 2_000 ? offset : 0
  },
}

/** The id of the account that a page shows; `null`: signed out; `undefined`: not known yet. */
export type ShownAccount = string | null | undefined

let shown: ShownAccount
const listeners = new Set<() => void>()

/** Sets the account that this page shows from now on. */
export function setShownAccount(account: ShownAccount): void {
  shown = account
}

/**
 * The header that names an account to the server, so that a request never changes another one; by
 * default the one shown.
 */
export function shownAccountHeader(account: ShownAccount = shown): Record<string, string> {
  return account === undefined ? {} : { [accountHeader]: account ?? noAccount }
}

/** Calls back whenever the server refused a request because another account is signed in. */
export function onAccountMismatch(listener: () => void): void {
  listeners.add(listener)
}

/** The server refused a request because another account is signed in. */
export function reportAccountMismatch(): void {
  for (const listener of listeners) listener()
}
