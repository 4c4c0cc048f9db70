import { callJson, type FailedAnswer, type JsonCall } from '../http/call-json.ts'
import { download } from '../http/download.ts'
import { httpError, jobError, notFinished } from '../http/http-error.ts'
import { mediumOfAddress } from '../http/medium.ts'
import { multipartOf } from '../http/multipart.ts'
import {
  isJobId,
  type JobReference,
  type JobState,
  type Output,
  type Provider,
  ProviderError,
} from '../provider.ts'

const timeout = 15_000

/** A connection of 100 kB/s transfers the largest input in this time, in ms. */
const uploadTimeout = 9 * 60_000

/** `id`: that of this instance in the registry. */
export type MadeUpOptions = { id: string; key: string; url: string }

/**
 * Jobs that are only polled: `POST /jobs/<endpoint>` starts one, `GET /jobs/<id>` says how it is,
 * with the addresses of its files in the end. Nothing of it can be cancelled.
 */
export function createMadeUp({ id, key, url }: MadeUpOptions): Provider {
  const headers = { authorization: `Key ${key}` }
  const call = async (path: string, request: Partial<JsonCall> = {}) => {
    const all = { method: 'GET', timeout, ...request, url: `${url}/${path}`, headers } as const
    return (await callJson(all, parseError)).body
  }
  const read = async ({ requestId }: JobReference): Promise<Job> =>
    readJob(await call(`jobs/${encodeURIComponent(requestId)}`))
  const isOwn = (one: string) => URL.canParse(one) && new URL(one).origin === new URL(url).origin

  return {
    id,
    url,

    async submit(endpoint, input) {
      const job = readJob(await call(`jobs/${endpoint}`, { method: 'POST', body: input }))
      const reference = { provider: id, endpoint, requestId: job.id, urls: {} }
      return { job: reference, state: stateOf(job) }
    },

    status: async (job) => stateOf(await read(job)),
    result: async (job) => outputOf(await read(job)),
    cancel: async () => 'unsupported',
    download: (one, limits) => download(one, { isAllowed: isOwn, headers: () => headers }, limits),

    async upload(file) {
      const multipart = multipartOf([{ name: 'file', file }])
      const answer = await call('files', { method: 'POST', multipart, timeout: uploadTimeout })
      return String(asObject(answer).url)
    },

    async probe() {
      await call('account')
    },
  }
}

type Job = { id: string; state: string; files: string[]; error: string | null }

/** Throws `ProviderError` without an id: then a submit's outcome is unknown. */
function readJob(body: unknown): Job {
  const { id, state, files, error } = asObject(body)
  if (!isJobId(id))
    throw new ProviderError('unknown', 'The provider answered without an id of the job', {
      delivery: 'unknown',
      retryable: false,
    })
  return {
    id,
    state: String(state),
    files: Array.isArray(files) ? files.map(String) : [],
    error: typeof error === 'string' ? error : null,
  }
}

/** Unknown states count as running. */
function stateOf({ state }: Job): JobState {
  if (state === 'waiting') return { state: 'queued', position: null, logs: [] }
  if (state === 'done' || state === 'failed') return { state: 'finished', runMs: null, logs: [] }
  return { state: 'running', progress: null, logs: [] }
}

function outputOf({ state, files, error }: Job): Output {
  if (state === 'failed') throw jobError('unknown', error)
  if (state !== 'done') throw notFinished()
  const assets = files.map((url) => {
    const medium = mediumOfAddress(url) ?? 'image'
    return { medium, url, width: null, height: null, flagged: false }
  })
  return { assets, text: null, seed: null, prompt: null }
}

/** Errors are `{ error: '…' }`. */
function parseError({ status, body }: FailedAnswer): ProviderError {
  const { error } = asObject(body)
  return httpError(status, { message: typeof error === 'string' ? error : null })
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
