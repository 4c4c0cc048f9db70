import { randomUUID } from 'node:crypto'
import { asObject } from '../http/as-object.ts'
import { callJson, type JsonCall } from '../http/call-json.ts'
import { download } from '../http/download.ts'
import { jobError } from '../http/http-error.ts'
import { inlineFiles } from '../http/inline-files.ts'
import { jobIdOf } from '../http/job-id.ts'
import { hasOrigin, isResultAddress, isWithin } from '../http/result-address.ts'
import { maxJsonWithFiles } from '../http/send.ts'
import {
  type InputFile,
  isJobId,
  type JobReference,
  type Provider,
  type SubmittedJob,
} from '../provider.ts'
import {
  type Operation,
  operationOutput,
  operationState,
  parseError,
  readAnswer,
  readOperation,
} from './answers.ts'

const askTimeout = 15_000
const submitTimeout = 60_000

/** The longest that an image is waited for, in ms; the deadline of its kind is shorter. */
const longestAnswer = 10 * 60_000

const operationName = /^models\/[\w.-]+\/operations\/[\w.-]+$/

export type GoogleOptions = {
  /** The id of this instance in the registry. */
  id: string
  key: string
  /** The base of the API, with its version. */
  url: string
}

/**
 * Google's Gemini API. An endpoint is `model/method`: `generateContent` and `predict` answer with the
 * result, `predictLongRunning` with an operation. Files go with the submit; nothing can be cancelled.
 */
export function createGoogle({ id, key, url }: GoogleOptions): Provider {
  const headers = { 'x-goog-api-key': key }
  const call = async (path: string, request: Partial<JsonCall> = {}) => {
    const all = { method: 'GET', timeout: askTimeout, ...request, url: `${url}/${path}` } as const
    return (await callJson({ ...all, headers }, parseError)).body
  }
  const read = async ({ requestId }: JobReference): Promise<Operation> => {
    if (!operationName.test(requestId)) throw jobError('not_found', null)
    return readOperation(await call(requestId))
  }

  return {
    id,
    url,

    async submit(endpoint, input, { files, startWithin = longestAnswer } = {}) {
      const [model, method = 'generateContent'] = endpoint.split('/')
      const isJob = method === 'predictLongRunning'
      const present = method === 'generateContent' ? inlineData : encodedBytes
      const timeout = isJob ? submitTimeout : Math.min(longestAnswer, Math.max(startWithin, 1_000))
      const answer = await call(`models/${model}:${method}`, {
        method: 'POST',
        body: withEachFile(await inlineFiles(input, files, present)),
        timeout,
        ...(!isJob && { maxBytes: maxJsonWithFiles }),
      })
      const job = (requestId: string) => ({ provider: id, endpoint, requestId, urls: {} })
      if (!isJob) {
        const { responseId } = asObject(answer)
        return answered(job(isJobId(responseId) ? responseId : randomUUID()), answer)
      }
      const operation = readOperation(answer)
      return { job: job(jobIdOf(operation.name)), state: operationState(operation) }
    },

    status: async (job) => operationState(await read(job)),
    result: async (job) => operationOutput(await read(job)),
    cancel: async () => 'unsupported',

    download: (address, limits) =>
      download(
        address,
        {
          isAllowed: (one) => hasOrigin(one, url) || isResultAddress(one, isGoogles),
          headers: (one) => (hasOrigin(one, url) ? headers : {}),
        },
        limits,
      ),

    async probe() {
      await call('models?pageSize=1')
    },
  }
}

function answered(job: JobReference, answer: unknown): SubmittedJob {
  return {
    job,
    state: { state: 'finished', runMs: null, logs: [] },
    output: readAnswer(answer),
  }
}

/** Where a video's address may lead. */
function isGoogles(host: string): boolean {
  return isWithin(host, 'googleapis.com') || isWithin(host, 'googleusercontent.com')
}

function inlineData(data: string, { contentType: mimeType }: InputFile) {
  return { mimeType, data }
}

function encodedBytes(bytesBase64Encoded: string, { contentType: mimeType }: InputFile) {
  return { bytesBase64Encoded, mimeType }
}

/** A part has one file: one with a list of them becomes several. */
function withEachFile(body: Record<string, unknown>): Record<string, unknown> {
  const { contents } = body
  if (!Array.isArray(contents)) return body
  const each = contents.map((content) => {
    const { parts, ...rest } = asObject(content)
    if (!Array.isArray(parts)) return content
    return { ...rest, parts: parts.flatMap(eachFileOf) }
  })
  return { ...body, contents: each }
}

function eachFileOf(part: unknown): unknown[] {
  const { inlineData: data } = asObject(part)
  return Array.isArray(data) ? data.map((one) => ({ inlineData: one })) : [part]
}
