import { randomUUID } from 'node:crypto'
import { asObject, firstText } from '../http/as-object.ts'
import { callBytes, callJson, type FailedAnswer, type JsonCall } from '../http/call-json.ts'
import { download } from '../http/download.ts'
import { codeOfStatus, httpError, jobError } from '../http/http-error.ts'
import { multipartOf } from '../http/multipart.ts'
import {
  type InputFile,
  isJobId,
  type Output,
  type Provider,
  ProviderError,
  type ProviderErrorCode,
} from '../provider.ts'

const askTimeout = 15_000

/** The longest that audio is waited for, in ms; the deadline of its kind is shorter. */
const longestAnswer = 10 * 60_000

/** Parameters that their API reads from the address, not from the body. */
const queryNames = new Set(['output_format', 'enable_logging', 'optimize_streaming_latency'])

export type ElevenLabsOptions = {
  /** The id of this instance in the registry. */
  id: string
  key: string
  url: string
}

/**
 * ElevenLabs. An endpoint is a path, such as `text-to-speech`, `sound-generation`, `music` or
 * `speech-to-speech`; `voice_id` of the input ends it. The answer is the audio itself.
 */
export function createElevenLabs({ id, key, url }: ElevenLabsOptions): Provider {
  const headers = { 'xi-api-key': key }

  return {
    id,
    url,

    async submit(endpoint, input, { files = new Map(), startWithin = longestAnswer } = {}) {
      const { bytes, header } = await callBytes(
        {
          method: 'POST',
          url: addressOf(`${url}/v1/${endpoint}`, input),
          headers,
          ...bodyOf(input, files),
          timeout: Math.min(longestAnswer, Math.max(startWithin, 1_000)),
        },
        parseError,
      )
      const given = header('request-id')
      return {
        job: { provider: id, endpoint, requestId: isJobId(given) ? given : randomUUID(), urls: {} },
        state: { state: 'finished', runMs: null, logs: [] },
        output: outputOf(bytes, header('content-type')),
      }
    },

    // The answer to the submit is the result: there are no jobs to ask for.
    status: async () => {
      throw jobError('not_found', null)
    },
    result: async () => {
      throw jobError('not_found', null)
    },
    cancel: async () => 'unsupported',
    download: (address, limits) => download(address, { isAllowed: () => false }, limits),

    async probe() {
      const ask = { method: 'GET', url: `${url}/v1/user/subscription`, headers } as const
      const { body } = await callJson({ ...ask, timeout: askTimeout }, parseProbe).catch(
        (error: unknown) => {
          if (error instanceof ProviderError && error.code === 'not_found') return { body: null }
          throw error
        },
      )
      if (isUsedUp(asObject(body)))
        throw new ProviderError('provider_funds', 'The credits of this period are used up', {
          delivery: 'refused',
          retryable: false,
        })
    },
  }
}

/** The address with the voice at its end and what their API reads from the query. */
function addressOf(base: string, { voice_id: voice, ...input }: Record<string, unknown>): string {
  const url = new URL(voice === undefined ? base : `${base}/${encodeURIComponent(String(voice))}`)
  for (const name of queryNames)
    if (input[name] !== undefined) url.searchParams.set(name, String(input[name]))
  return url.href
}

/** Files make it a form, in which lists and objects are JSON. */
function bodyOf(
  { voice_id: _, ...input }: Record<string, unknown>,
  files: ReadonlyMap<string, InputFile>,
): Pick<JsonCall, 'body' | 'multipart'> {
  const rest = Object.entries(input).filter(([name]) => !queryNames.has(name))
  if (files.size === 0) return { body: Object.fromEntries(rest) }
  const parts = rest.map(([name, value]) => {
    const file = typeof value === 'string' ? files.get(value) : undefined
    if (file) return { name, file }
    return { name, value: typeof value === 'object' ? JSON.stringify(value) : String(value) }
  })
  return { multipart: multipartOf(parts) }
}

function outputOf(bytes: Buffer, type: string | null): Output {
  const named = /^audio\/[\w.+-]+/i.exec(type ?? '')?.[0] ?? ''
  const url = `data:${named};base64,${bytes.toString('base64')}`
  return {
    assets:
      bytes.length > 0 ? [{ medium: 'audio', url, width: null, height: null, flagged: false }] : [],
    text: null,
    seed: null,
    prompt: null,
  }
}

/** Whether the period's credits are used up, and no more may be used than are included. */
function isUsedUp(subscription: Record<string, unknown>): boolean {
  const { character_count: used, character_limit: limit } = subscription
  const { can_extend_character_limit: can, allowed_to_extend_character_limit: may } = subscription
  if (typeof used !== 'number' || typeof limit !== 'number') return false
  return used >= limit && !(can === true && may === true)
}

/** A key that may generate, and not read the account, is a valid one. */
function parseProbe(answer: FailedAnswer): ProviderError {
  const isRestricted = codeIn(answer) === 'missing_permissions'
  return isRestricted ? httpError(404, { message: null }) : parseError(answer)
}

function codeIn({ body }: FailedAnswer): string {
  const { status, code } = asObject(asObject(body).detail)
  return firstText(status, code) ?? ''
}

/** Errors are `{ detail: { status or code, message } }`, or `detail` is a list of `{ loc, msg }`. */
function parseError(answer: FailedAnswer): ProviderError {
  const { detail } = asObject(answer.body)
  const { message } = asObject(detail)
  const problems = (Array.isArray(detail) ? detail : []).map(asObject).map(({ loc, msg }) => {
    const field = Array.isArray(loc) ? loc.slice(1).join('.') : ''
    return field ? `${field}: ${msg}` : String(msg)
  })
  return httpError(answer.status, {
    message: firstText(problems.join('; '), message, detail),
    code: codes[codeIn(answer)] ?? codeOfStatus(answer.status),
  })
}

const codes: Record<string, ProviderErrorCode> = {
  quota_exceeded: 'provider_funds',
  insufficient_credits: 'provider_funds',
  payment_required: 'provider_funds',
  detected_unusual_activity: 'provider_locked',
  bad_prompt: 'content_policy',
  bad_composition_plan: 'content_policy',
  voice_not_found: 'invalid_input',
  max_character_limit_exceeded: 'invalid_input',
}
