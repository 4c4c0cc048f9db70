import { asObject } from '../http/as-object.ts'
import { callBytes, callJson, type JsonCall } from '../http/call-json.ts'
import { download } from '../http/download.ts'
import { jobIdOf } from '../http/job-id.ts'
import { multipartOf } from '../http/multipart.ts'
import { hasOrigin, isResultAddress, isWithin } from '../http/result-address.ts'
import { noFileAddress, notSubmitted, uploadTimeout } from '../http/upload.ts'
import { type InputFile, type JobReference, type Provider, ProviderError } from '../provider.ts'
import { isOver, outputOf, parseError, readTask, stateOf, type Task } from './task.ts'

const askTimeout = 15_000
const submitTimeout = 60_000

/** The version of their API that this adapter speaks. */
const version = '2024-11-06'

export type RunwayOptions = {
  /** The id of this instance in the registry. */
  id: string
  secret: string
  url: string
}

/** Runway's tasks. An endpoint is a path, such as `image_to_video`; results are kept for a day. */
export function createRunway({ id, secret, url }: RunwayOptions): Provider {
  const headers = { authorization: `Bearer ${secret}`, 'x-runway-version': version }
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
    readTask(await call(pathOf(requestId)))

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
    result: async (job) => outputOf(await read(job), job.endpoint),

    async cancel(job) {
      try {
        // To delete a task that is over would delete its files.
        if (isOver(await read(job))) return 'too_late'
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

    upload: (file) =>
      notSubmitted(
        (async () => {
          const body = { filename: file.fileName, type: 'ephemeral' }
          const answer = await call('uploads', { method: 'POST', body })
          return sendFile(asObject(answer), file, url)
        })(),
      ),

    async probe() {
      const { creditBalance } = asObject(await call('organization'))
      if (typeof creditBalance === 'number' && creditBalance <= 0)
        throw new ProviderError('provider_funds', 'No credits are left', {
          delivery: 'refused',
          retryable: false,
        })
    },
  }
}

/** Sends a file where Runway says, as the form that it says, and returns how inputs name it. */
async function sendFile(
  { uploadUrl, fields, runwayUri }: Record<string, unknown>,
  file: InputFile,
  url: string,
): Promise<string> {
  const isTarget = (one: unknown): one is string =>
    typeof one === 'string' && (hasOrigin(one, url) || isResultAddress(one, isStorage))
  if (typeof runwayUri !== 'string' || !isTarget(uploadUrl)) throw noFileAddress()
  const texts = Object.entries(asObject(fields)).map(([name, value]) => ({
    name,
    value: String(value),
  }))
  const multipart = multipartOf([...texts, { name: 'file', file }])
  const request = { method: 'POST', url: uploadUrl, headers: {}, multipart } as const
  await callBytes({ ...request, timeout: uploadTimeout }, parseError)
  return runwayUri
}

function pathOf(requestId: string): string {
  return `tasks/${encodeURIComponent(requestId)}`
}

/** Where results lie: their documentation names no hosts, only that they are signed addresses. */
function isTheirs(host: string): boolean {
  return isWithin(host, 'runwayml.com') || isWithin(host, 'cloudfront.net') || isStorage(host)
}

function isStorage(host: string): boolean {
  return isWithin(host, 'runwayml.com') || isWithin(host, 'amazonaws.com')
}
