import { randomUUID } from 'node:crypto'
import { currentRequestId } from '#platform/telemetry/request-id.ts'
import { callJson, type JsonCall } from '../http/call-json.ts'
import { withDataUrls } from '../http/data-url.ts'
import { download } from '../http/download.ts'
import { multipartOf, type Part } from '../http/multipart.ts'
import { maxJsonWithFiles } from '../http/send.ts'
import {
  type InputFile,
  isJobId,
  type JobReference,
  type Output,
  type Provider,
} from '../provider.ts'
import {
  parseError,
  readChat,
  readImages,
  readTranscription,
  readVideo,
  type Video,
  videoOutput,
  videoState,
} from './answers.ts'

const askTimeout = 15_000
const submitTimeout = 60_000

/** The longest that images are waited for, in ms; the deadline of their kind is shorter. */
const longestAnswer = 10 * 60_000

export type OpenAiOptions = {
  /** The id of this instance in the registry. */
  id: string
  /** The base of the API, `…/v1`. */
  url: string
  key?: string | undefined
}

/** OpenAI's name for a caller's own id of a request. */
function ownRequestId(): Record<string, string> {
  const id = currentRequestId()
  return id ? { 'x-client-request-id': id } : {}
}

/**
 * OpenAI's images, videos, transcriptions and chats. An endpoint is a path: `images/generations`,
 * `images/edits`, `audio/transcriptions` and `chat/completions` answer with the result, `videos`
 * with a job. OpenAI has no cancellation and no events.
 */
export function createOpenAi({ id, url, key }: OpenAiOptions): Provider {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const call = (path: string, request: Partial<JsonCall> = {}) =>
    callJson(
      {
        ...{ method: 'GET', timeout: askTimeout, ...request, url: `${url}/${path}` },
        headers: { ...headers, ...ownRequestId() },
      },
      parseError,
    )
  const read = async ({ requestId }: JobReference): Promise<Video> =>
    readVideo((await call(`videos/${encodeURIComponent(requestId)}`)).body)
  const isOwn = (address: string) =>
    URL.canParse(address) && new URL(address).origin === new URL(url).origin

  return {
    id,
    url,

    async submit(endpoint, input, { files = new Map(), startWithin = longestAnswer } = {}) {
      const isJob = endpoint.split('/')[0] === 'videos'
      const timeout = isJob ? submitTimeout : Math.min(longestAnswer, Math.max(startWithin, 1_000))
      const { body, header } = await call(endpoint, {
        method: 'POST',
        ...(isChat(endpoint) ? { body: await withDataUrls(input, files) } : bodyOf(input, files)),
        timeout,
        ...(!isJob && { maxBytes: maxJsonWithFiles }),
      })
      const job = (requestId: string) => ({ provider: id, endpoint, requestId, urls: {} })
      if (isJob) {
        const video = readVideo(body)
        return { job: job(video.id), state: videoState(video) }
      }
      const given = header('x-request-id')
      return {
        job: job(isJobId(given) ? given : randomUUID()),
        state: { state: 'finished', runMs: null, logs: [] },
        output: readOutput(endpoint, body),
      }
    },

    status: async (job) => videoState(await read(job)),
    result: async (job) =>
      videoOutput(await read(job), `${url}/videos/${encodeURIComponent(job.requestId)}/content`),
    cancel: async () => 'unsupported',

    download: (address, limits) =>
      download(
        address,
        {
          isAllowed: (one) => isOwn(one) || isResultAddress(one),
          headers: (one) => (isOwn(one) ? headers : {}),
        },
        limits,
      ),

    async probe() {
      await call('models')
    },
  }
}

const isChat = (endpoint: string) => endpoint === 'chat/completions'

function readOutput(endpoint: string, body: unknown): Output {
  if (isChat(endpoint)) return readChat(body)
  return endpoint.startsWith('audio/') ? readTranscription(body) : readImages(body)
}

/** Files make it a form: a list of them has the name `image[]`. */
function bodyOf(
  input: Record<string, unknown>,
  files: ReadonlyMap<string, InputFile>,
): Pick<JsonCall, 'body' | 'multipart'> {
  if (files.size === 0) return { body: input }
  const parts = Object.entries(input).flatMap(([name, value]): Part[] =>
    Array.isArray(value)
      ? value.map((one) => partOf(`${name}[]`, one, files))
      : [partOf(name, value, files)],
  )
  return { multipart: multipartOf(parts) }
}

function partOf(name: string, value: unknown, files: ReadonlyMap<string, InputFile>): Part {
  const file = typeof value === 'string' ? files.get(value) : undefined
  return file ? { name, file } : { name, value: String(value) }
}

/** Where OpenAI keeps images that it answers as addresses. */
function isResultAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  const isTheirs = /^oaidalleapi\w*\.blob\.core\.windows\.net$/.test(hostname)
  return protocol === 'https:' && port === '' && !username && !password && isTheirs
}
