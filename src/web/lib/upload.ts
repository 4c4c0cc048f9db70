import type { Accept } from '#catalogue/fields.ts'
import { signedInHint } from '#contract/browser-state.ts'
import { getLocale } from '#web/messages/compiled/runtime.js'
import { reportAccountMismatch, request, shownAccountHeader } from './api.ts'
import { readCookie } from './browser-storage.ts'

/**
 * Which of the two endpoints a file goes through: they take different files and answer in different
 * words.
 */
export type UploadEndpoint = 'image' | 'video'

/**
 * Why a file did not arrive. `line`: the connection broke or went silent. `status`: the answer was
 * an error without words of its own. `refused`: the server says why, in the reader's language.
 * `no-address`: the answer had none.
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

export type Sending = {
  /** How much of the file is on its way, 0 to 1. At 1 the server is still looking at it. */
  onSent: (share: number) => void
  /** Ends the sending; `sendFile` then throws its reason. */
  signal: AbortSignal
}

/**
 * After so many ms without a byte sent or an answer, the line counts as broken. The server looks at
 * a file in between.
 */
const silenceLimit = 90_000

/** Where each endpoint is. */
export const uploadPaths: Record<UploadEndpoint, string> = {
  image: '/api/upload-image-wan-i2v',
  video: '/api/upload-video',
}

/**
 * Sends a file to our server and answers its address (docs/spec/creation.md#uploads): one of our
 * own without its origin, so that it holds wherever the product is opened. XMLHttpRequest, because
 * only it tells how much was sent. Throws `UploadError`, or the signal's reason.
 */
export function sendFile(
  file: File,
  endpoint: UploadEndpoint,
  { onSent, signal }: Sending,
): Promise<string> {
  // Asked first: a server that refuses a file halfway looks like a broken line.
  if (!readCookie(signedInHint)) return Promise.reject(new UploadError({ reason: 'signed-out' }))
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const request = new XMLHttpRequest()
  const fail = (failure: UploadFailure) => reject(new UploadError(failure))
  const silence = watchSilence(() => {
    fail({ reason: 'line' })
    request.abort()
  })

  request.upload.onprogress = ({ loaded, total }) => {
    silence.heard()
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
 * Has our server fetch a file and keep it as an upload. Answers its address, one of our own without
 * its origin. Throws `ApiError`, or the signal's reason.
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
 * What an upload's answer means: an address, or why there is none. Every endpoint's words are
 * understood.
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
    heard() {
      clearTimeout(timer)
      timer = setTimeout(onSilence, silenceLimit)
    },
    end: () => clearTimeout(timer),
  }
}
