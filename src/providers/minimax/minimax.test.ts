import { describe, expect, it } from 'vitest'
import { type JobProtocol, type ServedJob, startJobServer } from '#testing/providers/job-server.ts'
import { describePort, type PortOptions, type PortWorld } from '#testing/providers/port-suite.ts'
import { type ServerAnswer, sampleMp4, samplePng } from '#testing/providers/test-server.ts'
import { createMiniMax } from './minimax.ts'

/** `code`: why a task failed. `refusal`: why a submit is refused. */
type Options = PortOptions & { endpoint?: Endpoint; code?: number; refusal?: ServerAnswer }
type Endpoint = 'video_generation' | 'image_generation' | 't2a_v2'

const png = (await samplePng).toString('base64')
const mp3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(16, 7)])

const baseOf = (code: number) => ({
  base_resp: { status_code: code, status_msg: code === 0 ? 'success' : `It is ${code}` },
})

const answerOf = (code: number): ServerAnswer => ({ json: baseOf(code) })

const refusals = { unauthorized: answerOf(1004), busy: answerOf(1002), unknown: answerOf(2013) }

const statuses = {
  waiting: 'Queueing',
  running: 'Processing',
  done: 'Success',
  failed: 'Fail',
  cancelled: 'Fail',
}

const data = {
  image_generation: { image_base64: [png] },
  t2a_v2: { audio: mp3.toString('hex'), status: 2 },
}

function protocolOf({ code = 1024, refusal }: Options, origin: () => string): JobProtocol {
  return {
    hasKey: ({ headers }) => headers.authorization === 'Bearer key',
    refuse: (reason) => refusals[reason],
    read({ method, path, query }) {
      if (path.startsWith('/files/')) return { kind: 'file' }
      if (path === '/v1/get_voice') return { kind: 'answer', answer: answerOf(0) }
      if (path === '/v1/files/retrieve') {
        const file = { download_url: `${origin()}/files/${query.get('file_id')}.mp4` }
        return { kind: 'answer', answer: { json: { file, ...baseOf(0) } } }
      }
      return method === 'POST'
        ? { kind: 'submit' }
        : { kind: 'job', id: query.get('task_id') ?? '' }
    },
    invalid: () => refusal,
    submitted({ id, call: { path } }) {
      const endpoint = path.slice('/v1/'.length) as Endpoint
      if (endpoint === 'video_generation') return { json: { task_id: id, ...baseOf(0) } }
      return { json: { id: `answer-${id}`, data: data[endpoint], ...baseOf(0) } }
    },
    show: ({ id, phase }) => ({
      json: {
        ...{ task_id: id, status: statuses[phase] },
        ...(phase === 'done' && { file_id: '241342648594580' }),
        ...baseOf(phase === 'failed' ? code : 0),
      },
    }),
  }
}

async function world(
  options: Options = {},
): Promise<PortWorld & { newest(): ServedJob | undefined }> {
  const { endpoint = 'video_generation' } = options
  let origin = ''
  const file = { bytes: sampleMp4, type: 'video/mp4' }
  const server = await startJobServer(
    options,
    protocolOf(options, () => origin),
    file,
  )
  origin = server.url
  const input = { model: 'MiniMax-Hailuo-2.3', prompt: 'a red fox' }
  return {
    endpoint,
    input,
    newest: server.newest,
    provider: createMiniMax({ id: 'minimax', key: 'key', url: server.url }),
    accepted: async () => server.jobs.size,
    fileInput: (name) => ({ endpoint, input: { ...input, first_frame_image: name } }),
    receivedFile: async () => {
      const url = String(server.newest()?.call.json().first_frame_image)
      expect(url).toMatch(/^data:image\/png;base64,/)
      return Buffer.from(url.split(',')[1] ?? '', 'base64')
    },
  }
}

const traits = { isSynchronous: true, cancel: 'unsupported' } as const
describePort('MiniMax’s videos', { medium: 'video', cancel: 'unsupported' }, world)
describePort('MiniMax’s images', traits, (options) =>
  world({ ...options, endpoint: 'image_generation' }),
)
describePort('MiniMax’s speech', { ...traits, medium: 'audio' }, (options) =>
  world({ ...options, endpoint: 't2a_v2' }),
)

describe('MiniMax', () => {
  it.each([
    [1008, 'provider_funds'],
    [1026, 'content_policy'],
    [2013, 'invalid_input'],
  ])(
    'reads the code %i, which comes with 200, as %s, and that nothing was submitted',
    async (number, code) => {
      const { provider, endpoint, input } = await world({ refusal: answerOf(number) })
      const error = { code, delivery: 'refused', retryable: false, words: `It is ${number}` }
      await expect(provider.submit(endpoint, input)).rejects.toMatchObject(error)
    },
  )

  it.each([
    ['a timeout of theirs', answerOf(1001)],
    ['a code that is not documented', answerOf(9999)],
    ['an answer without a code', { json: { task_id: 'x' } }],
  ])('leaves the outcome unknown after %s', async (_, refusal) => {
    const { provider, endpoint, input } = await world({ refusal })
    await expect(provider.submit(endpoint, input)).rejects.toMatchObject({ delivery: 'unknown' })
  })

  it.each([
    [1027, 'content_policy'],
    [1024, 'unknown'],
  ])('reports a task that failed with %i as %s', async (number, code) => {
    const { provider, endpoint, input } = await world({ fault: 'failed-job', code: number })
    const { job } = await provider.submit(endpoint, input)
    await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
    const error = { code, words: `It is ${number}` }
    await expect(provider.result(job)).rejects.toMatchObject(error)
  })

  it('names an answer that is the result by its own id', async () => {
    const { provider, endpoint, input, newest } = await world({ endpoint: 't2a_v2' })
    const { job } = await provider.submit(endpoint, input)
    expect(job.requestId).toBe(`answer-${newest()?.id}`)
  })
})
