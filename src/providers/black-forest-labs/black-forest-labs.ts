import { asObject, firstText } from '../http/as-object.ts'
import { callJson, type FailedAnswer, type JsonCall } from '../http/call-json.ts'
import { download } from '../http/download.ts'
import { codeOfStatus, codeOfWords, httpError, jobError, notFinished } from '../http/http-error.ts'
import { inlineFiles } from '../http/inline-files.ts'
import { jobIdOf } from '../http/job-id.ts'
import { mediumOfAddress } from '../http/medium.ts'
import { hasOrigin, isResultAddress, isWithin } from '../http/result-address.ts'
import {
  type JobReference,
  type JobState,
  type Output,
  type Provider,
  ProviderError,
} from '../provider.ts'

const askTimeout = 15_000
const submitTimeout = 60_000

/** The longest address of a job that is stored, in characters. */
const maxAddress = 2_000

export type BlackForestLabsOptions = {
  /** The id of this instance in the registry. */
  id: string
  key: string
  url: string
}

/**
 * The API of Black Forest Labs. An endpoint is a model's name, such as `flux-2-pro`; files go as
 * base64 with the submit. Nothing can be cancelled, and results are deleted after ten minutes.
 */
export function createBlackForestLabs({ id, key, url }: BlackForestLabsOptions): Provider {
  const call = async (address: string, request: Partial<JsonCall> = {}) => {
    const all = { method: 'GET', timeout: askTimeout, ...request, url: address } as const
    return (await callJson({ ...all, headers: { 'x-key': key } }, parseError)).body
  }
  const read = async (job: JobReference): Promise<Task> => {
    const task = readTask(await call(pollingAddress(job, url)))
    if (task.status === 'Task not found') throw jobError('not_found', task.status)
    return task
  }

  return {
    id,
    url,

    async submit(endpoint, input, { files } = {}) {
      const body = await inlineFiles(input, files, (base64) => base64)
      const request = { method: 'POST', body, timeout: submitTimeout } as const
      const answer = asObject(await call(`${url}/v1/${endpoint}`, request))
      const requestId = jobIdOf(answer.id)
      const { polling_url: given } = answer
      const isKept = typeof given === 'string' && given.length <= maxAddress
      return {
        job: { provider: id, endpoint, requestId, urls: isKept ? { status: given } : {} },
        state: { state: 'queued', position: null, logs: [] },
      }
    },

    status: async (job) => stateOf(await read(job)),
    result: async (job) => outputOf(await read(job)),
    cancel: async () => 'unsupported',

    download: (address, limits) =>
      download(
        address,
        { isAllowed: (one) => hasOrigin(one, url) || isResultAddress(one, isDeliveryHost) },
        limits,
      ),

    async probe() {
      const { credits } = asObject(await call(`${url}/v1/credits`))
      if (typeof credits === 'number' && credits <= 0)
        throw new ProviderError('provider_funds', 'No credits are left', {
          delivery: 'refused',
          retryable: false,
        })
    },
  }
}

/**
 * The address that the answer to the submit named, because a job is known only in its region; but
 * only on a host of theirs, because our key is sent to it.
 */
function pollingAddress({ urls, requestId }: JobReference, url: string): string {
  const { status: given } = urls
  const isTheirs = (host: string) => isWithin(host, 'bfl.ai') && host.startsWith('api.')
  if (given && (hasOrigin(given, url) || isResultAddress(given, isTheirs))) return given
  return `${url}/v1/get_result?id=${encodeURIComponent(requestId)}`
}

/** Where results lie: their own hosts, and their containers at Azure. */
function isDeliveryHost(host: string): boolean {
  return isWithin(host, 'bfl.ai') || /^bfldelivery\w*\.blob\.core\.windows\.net$/.test(host)
}

type Task = { status: string; result: Record<string, unknown>; words: string | null }

function readTask(body: unknown): Task {
  const { status, result, details, error, message } = asObject(body)
  const reasons = Object.values(asObject(details)).flat()
  return {
    status: String(status),
    result: asObject(result),
    words: firstText(message, error, ...reasons),
  }
}

const ended = new Set(['Ready', 'Error', 'Request Moderated', 'Content Moderated'])

/** They do not tell waiting from running. Unknown states count as running. */
function stateOf({ status }: Task): JobState {
  if (ended.has(status)) return { state: 'finished', runMs: null, logs: [] }
  return { state: 'running', progress: null, logs: [] }
}

function outputOf({ status, result, words }: Task): Output {
  if (!ended.has(status)) throw notFinished()
  if (status.endsWith('Moderated')) throw jobError('content_policy', words ?? status)
  if (status === 'Error') throw jobError(codeOfWords(words), words)
  const { sample: url, seed, prompt } = result
  const medium = (typeof url === 'string' && mediumOfAddress(url)) || 'image'
  return {
    assets:
      typeof url === 'string' ? [{ medium, url, width: null, height: null, flagged: false }] : [],
    text: null,
    seed: typeof seed === 'string' ? seed : null,
    prompt: typeof prompt === 'string' ? prompt : null,
  }
}

/** Errors are `{ detail }`, a text or a list of `{ loc, msg }`, or `{ error, message }`. */
function parseError({ status, body }: FailedAnswer): ProviderError {
  const { detail, message, error } = asObject(body)
  const problems = (Array.isArray(detail) ? detail : []).map(asObject).map(({ loc, msg }) => {
    const field = Array.isArray(loc) ? loc.slice(1).join('.') : ''
    return field ? `${field}: ${msg}` : String(msg)
  })
  return httpError(status, {
    message: firstText(problems.join('; '), detail, message, error),
    code: codeOfStatus(status),
  })
}
