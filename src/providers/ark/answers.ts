import { asObject, firstText } from '../http/as-object.ts'
import type { FailedAnswer } from '../http/call-json.ts'
import { dataUrlOf } from '../http/data-url.ts'
import { codeOfStatus, httpError, jobError, notFinished } from '../http/http-error.ts'
import { readUsage } from '../http/read-usage.ts'
import type { Asset, JobState, Output, ProviderError, ProviderErrorCode } from '../provider.ts'

const maxImages = 16

/** Reads a list of images, each base64, an address or an error of its own. */
export function readImages(body: unknown): Output {
  const { data, error, usage } = asObject(body)
  const images = (Array.isArray(data) ? data.slice(0, maxImages) : []).map(asObject)
  const assets = images.flatMap(({ b64_json: base64, url }): Asset[] => {
    const address = typeof base64 === 'string' ? dataUrlOf(base64) : url
    return typeof address === 'string' ? [assetOf('image', address)] : []
  })
  const [failure] = [error, ...images.map((image) => image.error)].filter(Boolean).map(asObject)
  // The answer is the result: there is no job that could still have one.
  if (assets.length === 0 && failure)
    throw httpError(200, {
      message: firstText(failure.message, failure.code),
      code: codeOfCode(String(failure.code)) ?? 'unknown',
    })
  return { assets, text: null, seed: null, prompt: null, ...readUsage(tokensOf(usage)) }
}

/** Images count all tokens, a video those of its result, which are the same. */
const tokensOf = (usage: unknown) => {
  const { total_tokens: total, completion_tokens: completion } = asObject(usage)
  return { tokens: total ?? completion }
}

export type Task = Record<'content' | 'error', Record<string, unknown>> & {
  status: string
  seed: unknown
  prompt: unknown
  usage: unknown
}

export function readTask(body: unknown): Task {
  const { status, content, error, seed, revised_prompt: prompt, usage } = asObject(body)
  return {
    ...{ status: String(status), content: asObject(content), error: asObject(error) },
    ...{ seed, prompt, usage },
  }
}

const ended = new Set(['succeeded', 'failed', 'cancelled', 'expired'])

/** Unknown states count as running. */
export function stateOf({ status }: Task): JobState {
  if (ended.has(status)) return { state: 'finished', runMs: null, logs: [] }
  if (status === 'queued') return { state: 'queued', position: null, logs: [] }
  return { state: 'running', progress: null, logs: [] }
}

/** The video of a task. Throws `ProviderError` for one that failed or is not over. */
export function outputOf({ status, content, error, seed, prompt, usage }: Task): Output {
  if (!ended.has(status)) throw notFinished()
  if (status === 'cancelled') throw jobError('cancelled', null)
  if (status === 'expired') throw jobError('timeout', firstText(error.message))
  if (status === 'failed')
    throw jobError(
      codeOfCode(String(error.code)) ?? 'unknown',
      firstText(error.message, error.code),
    )
  const { video_url: url } = content
  return {
    assets: typeof url === 'string' ? [assetOf('video', url)] : [],
    text: null,
    seed: typeof seed === 'string' ? seed : null,
    prompt: firstText(prompt),
    ...readUsage(tokensOf(usage)),
  }
}

function assetOf(medium: 'image' | 'video', url: string): Asset {
  return { medium, url, width: null, height: null, flagged: false }
}

/** Errors are `{ error: { code, message, type, param } }`. */
export function parseError({ status, body }: FailedAnswer): ProviderError {
  const { code, message } = asObject(asObject(body).error)
  return httpError(status, {
    message: firstText(message, code),
    code: codeOfCode(String(code)) ?? codeOfStatus(status),
  })
}

function codeOfCode(code: string): ProviderErrorCode | null {
  if (/SensitiveContent|PolicyViolation|RiskDetection/.test(code)) return 'content_policy'
  return /AccountOverdue|InsufficientBalance/.test(code) ? 'provider_funds' : null
}
