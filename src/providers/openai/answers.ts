import { segmentsOf } from '#core/generations/rules/transcript.ts'
import type { FailedAnswer } from '../http/call-json.ts'
import { dataUrlOf } from '../http/data-url.ts'
import {
  codeOfStatus,
  codeOfWords,
  httpError,
  jobError,
  notFinished,
  reportedWords,
} from '../http/http-error.ts'
import { readUsage } from '../http/read-usage.ts'
import {
  type Asset,
  isJobId,
  type JobState,
  type Output,
  ProviderError,
  type ProviderErrorCode,
} from '../provider.ts'

const maxImages = 16
const maxLanguage = 40

/** Errors are `{ error: { message, type, code, param } }`. */
export function parseError({ status, body }: FailedAnswer): ProviderError {
  const { message, code, type } = asObject(asObject(body).error)
  return httpError(status, {
    message: typeof message === 'string' ? message : null,
    code: codeOf(status, String(code ?? type)),
  })
}

function codeOf(status: number, code: string): ProviderErrorCode {
  if (isPolicy(code)) return 'content_policy'
  if (/insufficient_quota|billing/.test(code)) return 'provider_funds'
  if (code === 'account_deactivated') return 'provider_locked'
  return codeOfStatus(status)
}

function isPolicy(code: string): boolean {
  return /moderation|content_policy|content_filter/.test(code)
}

/** Reads a list of images, each base64 or an address. */
export function readImages(body: unknown): Output {
  const { data, usage } = asObject(body)
  const images = (Array.isArray(data) ? data.slice(0, maxImages) : []).map(asObject)
  const [prompt] = images.map((image) => image.revised_prompt)
  const assets = images.flatMap(assetOf)
  const words = assets.length === 0 ? reportedWords(asObject(body)) : null
  // The answer is the result: there is no job that could still have one.
  if (words !== null) throw httpError(200, { message: words, code: codeOfWords(words) })
  return {
    assets,
    text: null,
    seed: null,
    prompt: typeof prompt === 'string' ? prompt : null,
    ...countedIn(usage),
  }
}

function assetOf({ b64_json: base64, url }: Record<string, unknown>): Asset[] {
  const address = typeof base64 === 'string' ? dataUrlOf(base64) : url
  if (typeof address !== 'string') return []
  return [{ medium: 'image', url: address, width: null, height: null, flagged: false }]
}

/**
 * Reads a transcription. Its times are there where the definition asks for `verbose_json`
 * (docs/providers.md#openai).
 */
export function readTranscription(body: unknown): Output {
  const { text, segments: given, language, usage } = asObject(body)
  const words = typeof text === 'string' ? null : reportedWords(asObject(body))
  if (words !== null) throw httpError(200, { message: words, code: codeOfWords(words) })
  const parts = (Array.isArray(given) ? given : []).map((one) => {
    const { start, end, text } = asObject(one)
    return {
      start: numberOf(start),
      end: numberOf(end),
      text: typeof text === 'string' ? text : '',
    }
  })
  const segments = segmentsOf(parts)
  const heard = typeof language === 'string' ? language.slice(0, maxLanguage) : null
  return {
    assets: [],
    text: typeof text === 'string' ? text : null,
    transcript: segments.length > 0 ? { language: heard, segments } : null,
    seed: null,
    prompt: null,
    ...countedIn(usage),
  }
}

/**
 * Reads the answer of a chat: its text, also where it comes in parts. Throws `ProviderError` for one
 * that was refused, and for one that ended before its first word.
 */
export function readChat(body: unknown): Output {
  const { choices, usage } = asObject(body)
  const [first] = Array.isArray(choices) ? choices : []
  const { message, finish_reason: reason } = asObject(first)
  const { content, refusal } = asObject(message)
  const text = textOf(content)
  if (text === '') {
    const words = typeof refusal === 'string' ? refusal : reportedWords(asObject(body))
    if (refusal || reason === 'content_filter') throw jobError('content_policy', words)
    if (words !== null) throw httpError(200, { message: words, code: codeOfWords(words) })
  }
  return { assets: [], text, seed: null, prompt: null, ...countedIn(usage) }
}

function textOf(content: unknown): string {
  const parts = Array.isArray(content) ? content.map((part) => asObject(part).text) : [content]
  return parts
    .filter((part) => typeof part === 'string')
    .join('')
    .trim()
}

/** Tokens, or the seconds of a recording. */
function countedIn(usage: unknown) {
  const { total_tokens: tokens, seconds } = asObject(usage)
  return readUsage({ tokens, seconds })
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

/** What we read of a video's job. `progress` in percent. */
export type Video = {
  id: string
  status: string
  progress: number | null
  error: { code: string; message: string | null } | null
}

/** Throws `ProviderError` without an id: then a submit's outcome is unknown. */
export function readVideo(body: unknown): Video {
  const { id, status, progress, error } = asObject(body)
  if (!isJobId(id))
    throw new ProviderError('unknown', 'The provider answered without an id of the job', {
      delivery: 'unknown',
      retryable: false,
    })
  const { code, message } = asObject(error)
  const isPercent = typeof progress === 'number' && progress >= 0 && progress <= 100
  return {
    id,
    status: String(status),
    progress: isPercent ? Math.round(progress) : null,
    error: error
      ? { code: String(code), message: typeof message === 'string' ? message : null }
      : null,
  }
}

/** Unknown statuses count as running. */
export function videoState({ status, progress }: Video): JobState {
  const logs: JobState['logs'] = []
  if (status === 'queued') return { state: 'queued', position: null, logs }
  if (status === 'completed' || status === 'failed') return { state: 'finished', runMs: null, logs }
  return { state: 'running', progress, logs }
}

/** `url`: where its content is. Throws `ProviderError` for a video that failed or is not done. */
export function videoOutput({ status, error }: Video, url: string): Output {
  if (status === 'failed')
    throw jobError(
      isPolicy(error?.code ?? '') ? 'content_policy' : 'unknown',
      error?.message ?? null,
    )
  if (status !== 'completed') throw notFinished()
  const asset: Asset = { medium: 'video', url, width: null, height: null, flagged: false }
  return { assets: [asset], text: null, seed: null, prompt: null }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
