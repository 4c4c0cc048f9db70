import { asObject } from '../http/as-object.ts'
import { callJson, type JsonCall } from '../http/call-json.ts'
import { download } from '../http/download.ts'
import { inlineFiles, typedDataUrl } from '../http/inline-files.ts'
import { jobIdOf } from '../http/job-id.ts'
import { hasOrigin, isResultAddress, isWithin } from '../http/result-address.ts'
import { type JobReference, type Provider, ProviderError } from '../provider.ts'
import { outputOf, parseError, readTask, stateOf, type Task } from './task.ts'

const askTimeout = 15_000
const submitTimeout = 60_000

export type DashScopeOptions = {
  /** The id of this instance in the registry. */
  id: string
  key: string
  /** The base of the API, with its version; regions have their own. */
  url: string
}

/**
 * DashScope's asynchronous tasks. An endpoint is a task below `services/aigc`, such as
 * `text2image/image-synthesis`. Files go with the submit; tasks and results are kept for a day.
 */
export function createDashScope({ id, key, url }: DashScopeOptions): Provider {
  const call = async (path: string, request: Partial<JsonCall> = {}) => {
    const headers = { authorization: `Bearer ${key}`, ...request.headers }
    const all = { method: 'GET', timeout: askTimeout, ...request, url: `${url}/${path}` } as const
    return (await callJson({ ...all, headers }, parseError)).body
  }
  const read = async ({ requestId }: JobReference): Promise<Task> =>
    readTask(await call(`tasks/${encodeURIComponent(requestId)}`))

  return {
    id,
    url,

    async submit(endpoint, input, { files } = {}) {
      const answer = await call(`services/aigc/${endpoint}`, {
        method: 'POST',
        headers: { 'x-dashscope-async': 'enable' },
        body: await inlineFiles(input, files, typedDataUrl),
        timeout: submitTimeout,
      })
      const requestId = jobIdOf(asObject(asObject(answer).output).task_id)
      return {
        job: { provider: id, endpoint, requestId, urls: {} },
        state: { state: 'queued', position: null, logs: [] },
      }
    },

    status: async (job) => stateOf(await read(job)),
    result: async (job) => outputOf(await read(job)),

    async cancel({ requestId }) {
      try {
        await call(`tasks/${encodeURIComponent(requestId)}/cancel`, { method: 'POST' })
        return 'removed'
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        // Only a task that waits can be cancelled.
        if (error.httpStatus === 400) return 'too_late'
        if (error.code === 'not_found') return 'not_found'
        throw error
      }
    },

    download: (address, limits) =>
      download(
        address,
        {
          isAllowed: (one) =>
            hasOrigin(one, url) || isResultAddress(one, (host) => isWithin(host, 'aliyuncs.com')),
        },
        limits,
      ),

    async probe() {
      await call('tasks?page_no=1&page_size=1')
    },
  }
}
