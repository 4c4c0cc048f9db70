import { randomUUID } from 'node:crypto'
import { asObject } from '../http/as-object.ts'
import { callJson, type JsonCall } from '../http/call-json.ts'
import { download } from '../http/download.ts'
import { inlineFiles, typedDataUrl } from '../http/inline-files.ts'
import { jobIdOf } from '../http/job-id.ts'
import { hasOrigin, isResultAddress, isWithin } from '../http/result-address.ts'
import { maxJsonWithFiles } from '../http/send.ts'
import { isJobId, type JobReference, type Provider, ProviderError } from '../provider.ts'
import { outputOf, parseError, readImages, readTask, stateOf, type Task } from './answers.ts'

const askTimeout = 15_000
const submitTimeout = 60_000

/** The longest that images are waited for, in ms; the deadline of their kind is shorter. */
const longestAnswer = 10 * 60_000

const tasks = 'contents/generations/tasks'

export type ArkOptions = {
  /** The id of this instance in the registry. */
  id: string
  key: string
  /** The base of the API, with its version. */
  url: string
}

/**
 * Ark. An endpoint is a path: `images/generations` answers with the images,
 * `contents/generations/tasks` with a task. Files go with the submit; results are kept for a day.
 */
export function createArk({ id, key, url }: ArkOptions): Provider {
  const headers = { authorization: `Bearer ${key}` }
  const call = (path: string, request: Partial<JsonCall> = {}) => {
    const all = { method: 'GET', timeout: askTimeout, ...request, url: `${url}/${path}` } as const
    return callJson({ ...all, headers }, parseError)
  }
  const read = async ({ requestId }: JobReference): Promise<Task> =>
    readTask((await call(pathOf(requestId))).body)

  return {
    id,
    url,

    async submit(endpoint, input, { files, startWithin = longestAnswer } = {}) {
      const isJob = endpoint === tasks
      const { body, header } = await call(endpoint, {
        method: 'POST',
        body: await inlineFiles(input, files, typedDataUrl),
        timeout: isJob ? submitTimeout : Math.min(longestAnswer, Math.max(startWithin, 1_000)),
        ...(!isJob && { maxBytes: maxJsonWithFiles }),
      })
      const job = (requestId: string) => ({ provider: id, endpoint, requestId, urls: {} })
      if (isJob)
        return {
          job: job(jobIdOf(asObject(body).id)),
          state: { state: 'queued', position: null, logs: [] },
        }
      const given = header('x-request-id')
      return {
        job: job(isJobId(given) ? given : randomUUID()),
        state: { state: 'finished', runMs: null, logs: [] },
        output: readImages(body),
      }
    },

    status: async (job) => stateOf(await read(job)),
    result: async (job) => outputOf(await read(job)),

    async cancel(job) {
      try {
        const { state } = stateOf(await read(job))
        // Only a task that waits can be cancelled; one that is over would be deleted.
        if (state !== 'queued') return state === 'finished' ? 'too_late' : 'unsupported'
        await call(pathOf(job.requestId), { method: 'DELETE' })
        return 'removed'
      } catch (error) {
        if (error instanceof ProviderError && error.code === 'not_found') return 'not_found'
        throw error
      }
    },

    download: (address, limits) =>
      download(
        address,
        { isAllowed: (one) => hasOrigin(one, url) || isResultAddress(one, isTheirs) },
        limits,
      ),

    async probe() {
      await call(`${tasks}?page_num=1&page_size=1`)
    },
  }
}

function pathOf(requestId: string): string {
  return `${tasks}/${encodeURIComponent(requestId)}`
}

function isTheirs(host: string): boolean {
  return isWithin(host, 'volces.com') || isWithin(host, 'bytepluses.com')
}
