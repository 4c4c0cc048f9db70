import { signedInHint } from '#core/history/contract/browser-state.ts'
import type { Accept } from '#core/models/rules/fields.ts'
import { getLocale } from '#web/messages/compiled/runtime.js'
import { reportAccountMismatch, request, shownAccountHeader } from './api.ts'
import { readCookie } from './browser/browser-storage.ts'

/** The endpoints for files: they accept different files and have different answers. */
export type UploadEndpoint = 'image' | 'video' | 'audio'

/**
 * Why an upload failed. `line`: the connection broke or went silent. `status`: an error without a
 * message. `refused`: the server's reason, in the reader's language. `no-address`: the answer had
 * no address.
 */
export type UploadFailure = {
  reason: 'signed-out' | 'line' | 'status' | 'refused' | 'no-address'
  status?: number
  message?: string
}

/** Thrown by `sendFile`. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
  readonly failure: UploadFailure

  constructor(failure: UploadFailure) {
    super(failure.message ?? failure.reason)
    this.failure = failure
  }
}

export type SendOptions = {
  /** The sent share of the file, 0 to 1. At 1 the server is still validating it. */
  onSent: (share: number) => void
  /** Aborts the sending; `sendFile` then throws its reason. */
  signal: AbortSignal
}

/**
 * After this time in ms without a sent byte or an answer, the connection counts as lost. The server
 * validates a file in between.
 */
const silenceLimit = 90_000

/** Where each endpoint is. */
export const uploadPaths: Record<UploadEndpoint, string> = {
  image: '/api/upload-image-wan-i2v',
  video: '/api/upload-video?accept=video-or-gif',
  audio: '/api/upload-video?accept=audio',
}

/**
 * Sends a file to our server and returns its address (docs/spec/creation.md#uploads): one of our
 * own without its origin, so that it is valid at every address of the installation. XMLHttpRequest,
 * because only it reports how much was sent. Throws `UploadError`, or the signal's reason.
 */
export function sendFile(
  file: File,
  endpoint: UploadEndpoint,
  { onSent, signal }: SendOptions,
): Promise<string> {
  // Checked first: a server that rejects a file halfway looks like a lost connection.
  if (!readCookie(signedInHint)) return Promise.reject(new UploadError({ reason: 'signed-out' }))
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const request = new XMLHttpRequest()
  const fail = (failure: UploadFailure) => reject(new UploadError(failure))
  const silence = watchSilence(() => {
    fail({ reason: 'line' })
    request.abort()
  })

  request.upload.onprogress = ({ loaded, total }) => {
    silence.restart()
    onSent(total > 0 ? loaded / total : 0)
  }
  request.upload.onload = () => onSent(1)
  request.onload = () => {
    const answer = readAnswer(request.status, request.responseText)
    typeof answer === 'string' ? resolve(answer) : fail(answer)
  }
  request.onerror = () => fail({ reason: 'line' })
  request.onabort = () => reject(signal.reason)
  request.onloadend = silence.end

  request.open('POST', uploadPaths[endpoint])
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('accept-language', getLocale())
  for (const [name, value] of Object.entries(shownAccountHeader()))
    request.setRequestHeader(name, value)
  signal.addEventListener('abort', () => request.abort(), { once: true })
  const form = new FormData()
  form.append('file', file)
  request.send(form)
  return promise
}

/**
 * Has our server fetch a file and store it as an upload. Returns its address, one of our own
 * without its origin. Throws `ApiError`, or the signal's reason.
 */
export async function uploadFromUrl(
  url: string,
  accept: Accept,
  signal: AbortSignal,
): Promise<string> {
  const kept = await request('POST', '/api/upload-from-url', {
    body: { url, accept },
    signal,
  })
  return withoutOrigin(kept.url)
}

/**
 * Reads an upload's answer: an address, or why there is none. Supports the formats of both
 * endpoints.
 */
export function readAnswer(status: number, text: string): string | UploadFailure {
  if (status === 401) return { reason: 'signed-out' }
  const body = parse(text)
  if (status === 200) return addressIn(body) ?? { reason: 'no-address' }
  if (body.code === 'account_changed') reportAccountMismatch()
  const message = typeof body.error === 'string' ? body.error : undefined
  return status < 500 && message
    ? { reason: 'refused', status, message }
    : { reason: 'status', status }
}

function addressIn(body: Record<string, unknown>): string | undefined {
  const data = body.data as Record<string, unknown> | undefined
  const address = body.imageUrl ?? data?.video_url
  if (typeof address !== 'string' || address === '') return undefined
  return withoutOrigin(address)
}

function withoutOrigin(address: string): string {
  const url = URL.parse(address, 'http://own.invalid')
  return url?.pathname.startsWith('/media/') ? url.pathname : address
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

function watchSilence(onSilence: () => void) {
  let timer = setTimeout(onSilence, silenceLimit)
  return {
    restart() {
      clearTimeout(timer)
      timer = setTimeout(onSilence, silenceLimit)
    },
    end: () => clearTimeout(timer),
  }
}
