import type { Medium } from '#core/models/rules/kinds.ts'
import { asObject, firstText } from '../http/as-object.ts'
import type { FailedAnswer } from '../http/call-json.ts'
import { dataUrlOf } from '../http/data-url.ts'
import { codeOfStatus, httpError, jobError, notFinished } from '../http/http-error.ts'
import {
  type Asset,
  type JobState,
  type Output,
  ProviderError,
  type ProviderErrorCode,
} from '../provider.ts'

const maxAssets = 16

/** Their codes, which come with the HTTP status 200. */
const codes: Record<number, ProviderErrorCode> = {
  1002: 'rate_limited',
  1039: 'rate_limited',
  1041: 'rate_limited',
  1004: 'provider_auth',
  2049: 'provider_auth',
  1008: 'provider_funds',
  1026: 'content_policy',
  1027: 'content_policy',
  1042: 'invalid_input',
  2013: 'invalid_input',
  20132: 'invalid_input',
}

/**
 * Throws `ProviderError` for an answer whose `base_resp` names an error. After one that says nothing
 * about the request, such as a timeout of theirs, the job may have been accepted.
 */
export function assertAccepted(body: unknown): void {
  const { code, words } = readStatus(body)
  if (code === 0) return
  const known = codes[code]
  throw new ProviderError(known ?? 'unavailable', words ?? `The provider answered ${code}`, {
    words,
    delivery: known ? 'refused' : 'unknown',
    retryable: known === undefined || known === 'rate_limited',
    httpStatus: 200,
  })
}

/** An answer without `base_resp` is none of theirs: then what became of the request is unknown. */
function readStatus(body: unknown): { code: number; words: string | null } {
  const { status_code: code, status_msg: message } = asObject(asObject(body).base_resp)
  return { code: Number(code ?? Number.NaN), words: firstText(message) }
}

/** A video's task, with why it failed. */
export type Task = {
  status: string
  fileId: string | null
  failure: { code: ProviderErrorCode; words: string | null }
}

/** Throws `ProviderError` for an answer that is of no task. */
export function readTask(body: unknown): Task {
  const { status, file_id: fileId } = asObject(body)
  const { code, words } = readStatus(body)
  if (typeof status !== 'string' || status === '') {
    if (code === 2013) throw jobError('not_found', words)
    assertAccepted(body)
  }
  return {
    status: String(status),
    fileId: fileId ? String(fileId) : null,
    failure: { code: codes[code] ?? 'unknown', words },
  }
}

/** Unknown states count as running. */
export function stateOf({ status }: Task): JobState {
  if (status === 'Success' || status === 'Fail') return { state: 'finished', runMs: null, logs: [] }
  if (status === 'Preparing' || status === 'Queueing')
    return { state: 'queued', position: null, logs: [] }
  return { state: 'running', progress: null, logs: [] }
}

/** The id of a task's file; `null`: it has none. Throws `ProviderError` unless it succeeded. */
export function fileOf({ status, fileId, failure }: Task): string | null {
  if (status === 'Fail') throw jobError(failure.code, failure.words)
  if (status !== 'Success') throw notFinished()
  return fileId
}

/** The result of `files/retrieve`. */
export function readFile(body: unknown): Output {
  const { download_url: url } = asObject(asObject(body).file)
  return outputOf(typeof url === 'string' ? [assetOf('video', url)] : [])
}

/** Reads images, speech or music, which come with the answer; audio is written in hexadecimal. */
export function readData(body: unknown): Output {
  const { image_urls: urls, image_base64: base64, audio } = asObject(asObject(body).data)
  const images = [...textsOf(urls), ...textsOf(base64).map(dataUrlOf)]
  const audios = textsOf([audio]).map((text) =>
    /^[\da-f]+$/i.test(text) ? dataUrlOf(Buffer.from(text, 'hex').toString('base64')) : text,
  )
  return outputOf([
    ...images.map((url) => assetOf('image', url)),
    ...audios.map((url) => assetOf('audio', url)),
  ])
}

function textsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.filter((one): one is string => typeof one === 'string' && one !== '')
}

function assetOf(medium: Medium, url: string): Asset {
  return { medium, url, width: null, height: null, flagged: false }
}

function outputOf(assets: Asset[]): Output {
  return { assets: assets.slice(0, maxAssets), text: null, seed: null, prompt: null }
}

/** Errors with a status of their own have `base_resp`, or `{ error: { message } }`. */
export function parseError({ status, body }: FailedAnswer): ProviderError {
  const { code, words } = readStatus(body)
  return httpError(status, {
    message: firstText(words, asObject(asObject(body).error).message),
    code: codes[code] ?? codeOfStatus(status),
  })
}
