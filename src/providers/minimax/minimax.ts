import { randomUUID } from 'node:crypto'
import { asObject, firstText } from '../http/as-object.ts'
import { callJson, type JsonCall } from '../http/call-json.ts'
import { download } from '../http/download.ts'
import { inlineFiles, typedDataUrl } from '../http/inline-files.ts'
import { jobIdOf } from '../http/job-id.ts'
import { hasOrigin, isResultAddress, isWithin } from '../http/result-address.ts'
import { maxJsonWithFiles } from '../http/send.ts'
import { isJobId, type JobReference, type Provider } from '../provider.ts'
import {
  assertAccepted,
  fileOf,
  parseError,
  readData,
  readFile,
  readTask,
  stateOf,
  type Task,
} from './answers.ts'

const askTimeout = 15_000
const submitTimeout = 60_000

/** The longest that a result is waited for, in ms; the deadline of its kind is shorter. */
const longestAnswer = 10 * 60_000

export type MiniMaxOptions = {
  /** The id of this instance in the registry. */
  id: string
  key: string
  url: string
}

/**
 * MiniMax. An endpoint is a path: `video_generation` answers with a task; `image_generation`,
 * `t2a_v2` and `music_generation` with the result. Nothing can be cancelled.
 */
export function createMiniMax({ id, key, url }: MiniMaxOptions): Provider {
  const headers = { authorization: `Bearer ${key}` }
  const call = async (path: string, request: Partial<JsonCall> = {}) => {
    const all = {
      method: 'GET',
      timeout: askTimeout,
      ...request,
      url: `${url}/v1/${path}`,
    } as const
    return (await callJson({ ...all, headers }, parseError)).body
  }
  const read = async ({ requestId }: JobReference): Promise<Task> =>
    readTask(await call(`query/video_generation?task_id=${encodeURIComponent(requestId)}`))

  return {
    id,
    url,

    async submit(endpoint, input, { files, startWithin = longestAnswer } = {}) {
      const isJob = endpoint === 'video_generation'
      const answer = await call(endpoint, {
        method: 'POST',
        body: await inlineFiles(input, files, typedDataUrl),
        timeout: isJob ? submitTimeout : Math.min(longestAnswer, Math.max(startWithin, 1_000)),
        ...(!isJob && { maxBytes: maxJsonWithFiles }),
      })
      assertAccepted(answer)
      const { task_id: taskId, id: answerId, trace_id: traceId } = asObject(answer)
      const job = (requestId: string) => ({ provider: id, endpoint, requestId, urls: {} })
      if (isJob)
        return {
          job: job(jobIdOf(taskId)),
          state: { state: 'queued', position: null, logs: [] },
        }
      const given = firstText(answerId, traceId)
      return {
        job: job(isJobId(given) ? given : randomUUID()),
        state: { state: 'finished', runMs: null, logs: [] },
        output: readData(answer),
      }
    },

    status: async (job) => stateOf(await read(job)),

    async result(job) {
      const fileId = fileOf(await read(job))
      if (fileId === null) return readFile(null)
      const answer = await call(`files/retrieve?file_id=${encodeURIComponent(fileId)}`)
      assertAccepted(answer)
      return readFile(answer)
    },

    cancel: async () => 'unsupported',

    download: (address, limits) =>
      download(
        address,
        { isAllowed: (one) => hasOrigin(one, url) || isResultAddress(one, isTheirs) },
        limits,
      ),

    async probe() {
      assertAccepted(await call('get_voice', { method: 'POST', body: { voice_type: 'system' } }))
    },
  }
}

/** Where results lie: their own hosts, and their storage at Alibaba Cloud. */
function isTheirs(host: string): boolean {
  return ['minimax.io', 'minimaxi.com', 'aliyuncs.com'].some((domain) => isWithin(host, domain))
}
