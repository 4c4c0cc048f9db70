import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type JobProtocol, type ServedJob, startJobServer } from '#testing/providers/job-server.ts'
import { describePort, type PortOptions, type PortWorld } from '#testing/providers/port-suite.ts'
import { type ServerAnswer, sampleMp4, samplePng } from '#testing/providers/test-server.ts'
import { createGoogle } from './google.ts'

/** `candidate`: the answer of `generateContent`. `filtered`: Veo withholds its videos. */
type Options = PortOptions & {
  method?: 'generateContent' | 'predict' | 'predictLongRunning'
  answer?: object
  isFiltered?: boolean
  refusal?: ServerAnswer
}

const png = (await samplePng).toString('base64')
const image = { inlineData: { mimeType: 'image/png', data: png } }
const content = { contents: [{ parts: [{ text: 'a red fox' }] }] }
const instances = { instances: [{ prompt: 'a red fox' }], parameters: { aspectRatio: '16:9' } }

const sync = {
  generateContent: {
    candidates: [{ content: { parts: [{ text: 'Here it is' }, image] }, finishReason: 'STOP' }],
  },
  predict: { predictions: [{ bytesBase64Encoded: png, mimeType: 'image/png' }] },
}

function refusalOf(status: number, name: string, reason?: string): ServerAnswer {
  const details = reason ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] : []
  return {
    status,
    json: { error: { code: status, message: `It is ${name}`, status: name, details } },
  }
}

const refusals = {
  unauthorized: refusalOf(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID'),
  busy: refusalOf(503, 'UNAVAILABLE'),
  unknown: refusalOf(404, 'NOT_FOUND'),
}

function protocolOf({ answer, isFiltered, refusal }: Options): JobProtocol {
  return {
    hasKey: ({ headers }) => headers['x-goog-api-key'] === 'key',
    refuse: (reason) => refusals[reason],
    read({ method, path }) {
      if (path === '/v1beta/models') return { kind: 'answer', answer: { json: { models: [] } } }
      if (path.startsWith('/v1beta/files/')) return { kind: 'file' }
      return method === 'POST'
        ? { kind: 'submit' }
        : { kind: 'job', id: path.slice('/v1beta/'.length) }
    },
    invalid: () => refusal,
    newId: () => `models/veo-3.1-generate-preview/operations/${randomUUID().slice(0, 8)}`,
    submitted({ id, call: { path } }) {
      const [, method] = path.split(':')
      if (method === 'predictLongRunning') return { json: { name: id } }
      return { json: answer ?? sync[method as keyof typeof sync] }
    },
    show: (job, url) => ({ json: operationOf(job, url, isFiltered === true) }),
  }
}

function operationOf({ id, phase }: ServedJob, url: string, isFiltered: boolean) {
  if (phase === 'running') return { name: id }
  if (phase === 'failed')
    return { name: id, done: true, error: { code: 13, message: 'It could not be made' } }
  const uri = `${url}/v1beta/files/abc:download?alt=media`
  const response = isFiltered
    ? { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['It shows a person'] }
    : { generatedSamples: [{ video: { uri } }] }
  return { name: id, done: true, response: { generateVideoResponse: response } }
}

async function world({
  method = 'generateContent',
  ...options
}: Options = {}): Promise<PortWorld & { newest(): ServedJob | undefined }> {
  const isVideo = method === 'predictLongRunning'
  const file = isVideo ? { bytes: sampleMp4, type: 'video/mp4' } : null
  const server = await startJobServer(options, protocolOf(options), file)
  const endpoint = `some-model/${method}`
  const isContent = method === 'generateContent'
  return {
    provider: createGoogle({ id: 'google', key: 'key', url: `${server.url}/v1beta` }),
    endpoint,
    input: isContent ? content : instances,
    newest: server.newest,
    accepted: async () => server.jobs.size,
    fileInput: (name) => ({
      endpoint,
      input: isContent
        ? { contents: [{ parts: [{ text: 'a red fox' }, { inlineData: [name] }] }] }
        : { instances: [{ prompt: 'a red fox', image: name }] },
    }),
    receivedFile: async () => {
      const body = server.newest()?.call.json<SentBody>()
      const data = body?.contents?.[0]?.parts[1]?.inlineData?.data
      return Buffer.from(data ?? body?.instances?.[0]?.image?.bytesBase64Encoded ?? '', 'base64')
    },
  }
}

type SentBody = {
  contents?: { parts: { inlineData?: { data: string } }[] }[]
  instances?: { image?: { bytesBase64Encoded: string } }[]
}

const traits = { isSynchronous: true, cancel: 'unsupported' } as const
describePort('Gemini’s images', traits, world)
describePort('Imagen', traits, (options) => world({ ...options, method: 'predict' }))
describePort('Veo', { medium: 'video', cancel: 'unsupported' }, (options) =>
  world({ ...options, method: 'predictLongRunning' }),
)

describe('Google', () => {
  it('calls the method of the model, and sends the body as it is given', async () => {
    const { provider, input, newest } = await world()
    await provider.submit('gemini-2.5-flash-image/generateContent', input)
    expect(newest()?.call.path).toBe('/v1beta/models/gemini-2.5-flash-image:generateContent')
    expect(newest()?.call.json()).toEqual(content)
  })

  it.each([
    [{ candidates: [{ finishReason: 'IMAGE_SAFETY' }] }, 'content_policy', 'IMAGE_SAFETY'],
    [
      { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
      'content_policy',
      'PROHIBITED_CONTENT',
    ],
    [{ candidates: [{ finishReason: 'NO_IMAGE', finishMessage: 'None' }] }, 'unknown', 'None'],
    [{ predictions: [{ raiFilteredReason: 'A person' }] }, 'content_policy', 'A person'],
  ])('says why an answer has no image: %j', async (answer, code, words) => {
    const { provider, endpoint, input } = await world({ answer })
    const error = { code, words, delivery: 'refused', retryable: false }
    await expect(provider.submit(endpoint, input)).rejects.toMatchObject(error)
  })

  it('leaves out drafts, and returns a text where it is the answer', async () => {
    const parts = [{ thought: true, ...image }, { text: 'A fox' }, { text: ' in snow' }]
    const answer = { candidates: [{ content: { parts }, finishReason: 'STOP' }] }
    const { provider, endpoint, input } = await world({ answer })
    const { output } = await provider.submit(endpoint, input)
    expect(output).toMatchObject({ assets: [], text: 'A fox in snow' })
  })

  it('reports a video that was withheld', async () => {
    const { provider, endpoint, input } = await world({
      method: 'predictLongRunning',
      isFiltered: true,
    })
    const { job } = await provider.submit(endpoint, input)
    await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
    const error = { code: 'content_policy', words: 'It shows a person' }
    await expect(provider.result(job)).rejects.toMatchObject(error)
  })

  it.each([
    [refusalOf(400, 'FAILED_PRECONDITION'), 'provider_funds', false],
    [refusalOf(400, 'INVALID_ARGUMENT'), 'invalid_input', false],
    [refusalOf(429, 'RESOURCE_EXHAUSTED'), 'rate_limited', true],
    [refusalOf(403, 'PERMISSION_DENIED'), 'provider_auth', false],
  ])('reads the error %j', async (refusal, code, retryable) => {
    const { provider, endpoint, input } = await world({ refusal })
    await expect(provider.submit(endpoint, input)).rejects.toMatchObject({
      ...{ code, retryable, delivery: 'refused' },
    })
  })

  it('asks for no other address than that of an operation', async () => {
    const { provider } = await world()
    const job = { provider: 'google', endpoint: 'x', requestId: '../v1/files', urls: {} }
    await expect(provider.status(job)).rejects.toMatchObject({ code: 'not_found' })
    const limits = { maxBytes: 10, idleTime: 1_000, time: 1_000 }
    const read = async () => buffer(await provider.download('https://googleapis.com.x/a', limits))
    await expect(read()).rejects.toMatchObject({ message: expect.stringMatching(/not allowed/) })
  })
})
