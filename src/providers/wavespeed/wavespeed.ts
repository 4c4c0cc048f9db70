import { asObject } from '../http/as-object.ts'
import { callJson, type JsonCall } from '../http/call-json.ts'
import { download } from '../http/download.ts'
import { codeOfStatus, httpError } from '../http/http-error.ts'
import { jobIdOf } from '../http/job-id.ts'
import { multipartOf } from '../http/multipart.ts'
import { maxPageBytes } from '../http/read-pages.ts'
import { hasOrigin, isResultAddress, isWithin } from '../http/result-address.ts'
import { noFileAddress, notSubmitted, uploadTimeout } from '../http/upload.ts'
import { type JobReference, type Provider, ProviderError } from '../provider.ts'
import { findModel, listModels } from './models.ts'
import { outputOf, parseError, readTask, stateOf, type Task } from './task.ts'

const askTimeout = 15_000
const submitTimeout = 60_000

export type WaveSpeedOptions = {
  /** The id of this instance in the registry. */
  id: string
  key: string
  url: string
}

/** WaveSpeedAI's predictions. An endpoint is a model's id, such as `wavespeed-ai/flux-dev`. */
export function createWaveSpeed({ id, key, url }: WaveSpeedOptions): Provider {
  const headers = { authorization: `Bearer ${key}` }
  const call = async (path: string, request: Partial<JsonCall> = {}) => {
    const all = {
      method: 'GET',
      timeout: askTimeout,
      ...request,
      url: `${url}/api/v3/${path}`,
    } as const
    const { body } = await callJson({ ...all, headers }, parseError)
    return dataOf(asObject(body))
  }
  const read = async ({ requestId, endpoint }: JobReference): Promise<Task> => {
    const path = `predictions/${encodeURIComponent(requestId)}/result`
    return readTask(await call(path), endpoint)
  }
  const readModels = () => call('models', { maxBytes: maxPageBytes, timeout: submitTimeout })

  return {
    id,
    url,

    async submit(endpoint, input) {
      const request = { method: 'POST', body: input, timeout: submitTimeout } as const
      const requestId = jobIdOf(asObject(await call(endpoint, request)).id)
      return {
        job: { provider: id, endpoint, requestId, urls: {} },
        state: { state: 'queued', position: null, logs: [] },
      }
    },

    status: async (job) => stateOf(await read(job)),
    result: async (job) => outputOf(await read(job)),

    // No document names a way to cancel.
    cancel: async () => 'unsupported',

    download: (address, limits) =>
      download(
        address,
        { isAllowed: (one) => hasOrigin(one, url) || isResultAddress(one, isTheirs) },
        limits,
      ),

    async upload(file) {
      const multipart = multipartOf([{ name: 'file', file }])
      const request = { method: 'POST', multipart, timeout: uploadTimeout } as const
      const { download_url: address } = asObject(
        await notSubmitted(call('media/upload/binary', request)),
      )
      if (typeof address === 'string') return address
      throw noFileAddress()
    },

    readDocument: async (endpoint) => findModel(await readModels(), endpoint),
    listEndpoints: async () => listModels(await readModels()),

    async probe() {
      const { balance } = asObject(await call('balance'))
      if (typeof balance === 'number' && balance <= 0)
        throw new ProviderError('provider_funds', 'No credits are left', {
          delivery: 'refused',
          retryable: false,
        })
    },
  }
}

/** Answers have a code of their own, which may say that a call failed although its status does not. */
function dataOf({ code, message, data }: Record<string, unknown>): unknown {
  if (typeof code !== 'number' || code < 400) return data
  const words = typeof message === 'string' ? message : null
  throw httpError(code, { message: words, code: codeOfStatus(code) })
}

/** Their documents show results there, and at addresses of their storage at Amazon. */
function isTheirs(host: string): boolean {
  return isWithin(host, 'wavespeed.ai') || isWithin(host, 'cloudfront.net')
}
