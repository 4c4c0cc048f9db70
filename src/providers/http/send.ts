import { pipeline, type Readable, type Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import { ProviderError } from '../provider.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type OutgoingRequest = {
  method: Method
  headers: Record<string, string>
  body?: string | Readable
  /** Aborts the call, including its answer's body. */
  signal: AbortSignal
  /** A redirect is returned like any other answer. */
  returnsRedirects?: boolean
}

export type Answer = Dispatcher.ResponseData<unknown>

/**
 * `request`, because `fetch` costs four times the CPU, and polling is most of what the server does.
 * HTTP/1.1, one call per connection at a time: where one breaks, it is known which call was on it.
 */
const agent = new Agent({ allowH2: false, pipelining: 1 })

/**
 * Sends one HTTP call at most once: neither a broken connection nor a redirect repeats it. A
 * redirect means an unknown outcome, because an intermediary answered. Throws `ProviderError`. The
 * body must be read or discarded.
 */
export async function send(
  url: string,
  { method, headers, body, signal, returnsRedirects = false }: OutgoingRequest,
): Promise<Answer> {
  const answer = await request(url, {
    ...{ dispatcher: agent, method, signal, headers: { ...fixedHeaders, ...headers } },
    ...(body !== undefined && { body }),
  }).catch((error: unknown) => {
    throw connectionError(error)
  })
  const { statusCode: status } = answer
  if (returnsRedirects || !isRedirect(answer)) return answer
  giveUp(answer)
  throw new ProviderError('unavailable', `The provider answered ${status}, which is not followed`, {
    delivery: 'unknown',
    retryable: true,
    httpStatus: status,
  })
}

/**
 * Compressed transfer would let a small answer grow without bounds. Some gateways reject requests
 * without a user agent.
 */
const fixedHeaders = { 'accept-encoding': 'identity', 'user-agent': 'atelier' }

export function isSuccess({ statusCode: status }: Answer): boolean {
  return status >= 200 && status <= 299
}

export function isRedirect({ statusCode: status }: Answer): boolean {
  return status >= 300 && status <= 399
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/**
 * The body as it was before its transfer: some servers compress although they were asked not to. What
 * is read of it must be limited. Throws `ProviderError` for an unknown encoding.
 */
export function decodedBody(answer: Answer): Readable {
  const encodings = String(answer.headers['content-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  const unknown = encodings.length > maxEncodings || encodings.find((name) => !decoders[name])
  if (unknown) {
    giveUp(answer)
    throw new ProviderError('unreadable', `The provider answered in ${encodings.join(', ')}`, {
      delivery: 'unknown',
      retryable: true,
    })
  }
  // The one that was applied last is removed first. An error reaches the reader of the result.
  return encodings.toReversed().reduce<Readable>((body, name) => {
    const decoder = decoders[name]?.()
    return decoder ? pipeline(body, decoder, () => undefined) : body
  }, answer.body)
}

const maxEncodings = 2

/** The largest JSON answer that is read, in bytes. */
export const maxJsonBytes = 16 * 1024 ** 2

/** The largest JSON answer that may contain files as base64, in bytes: ten images of 4096 pixels a side. */
export const maxJsonWithFiles = 256 * 1024 ** 2

/** Reads the body as UTF-8, within the limits of `readBytes`. */
export async function readText(answer: Answer, maxBytes: number = maxJsonBytes): Promise<string> {
  return new TextDecoder().decode(await readBytes(answer, maxBytes))
}

/**
 * Reads the body. Beyond `maxBytes` it stops reading, closes the connection and throws
 * `ProviderError` with `too_large`.
 */
export async function readBytes(answer: Answer, maxBytes: number): Promise<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) {
    giveUp(answer)
    throw tooLarge(maxBytes)
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of decodedBody(answer) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : connectionError(error)
  }
  return Buffer.concat(chunks, bytes)
}

/**
 * The provider did answer, so a submit may have been accepted; a retry would get the same answer.
 */
function tooLarge(maxBytes: number): ProviderError {
  return new ProviderError('too_large', `The provider's answer has more than ${maxBytes} bytes`, {
    delivery: 'unknown',
    retryable: false,
  })
}

/** Discards the rest of an answer and closes its connection. */
export function giveUp({ body }: Answer): void {
  body.on('error', () => undefined).destroy()
}

/**
 * Errors before anything was sent: the name did not resolve or the connection was refused. The
 * provider cannot have the job.
 */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Classifies a network error: was the request certainly not sent, or possibly? A kept-alive
 * connection may have been closed by the provider just now, before or after it read the request:
 * that is unknown.
 */
export function connectionError(error: unknown): ProviderError {
  const { code, name } = error as { code?: unknown; name?: unknown }
  const isLate = name === 'TimeoutError'
  const reason = isLate ? 'too late' : String(code ?? name)
  return new ProviderError(
    isLate ? 'timeout' : 'unavailable',
    `No answer from the provider (${reason})`,
    {
      delivery: neverConnected.has(String(code)) ? 'refused' : 'unknown',
      retryable: true,
    },
  )
}
