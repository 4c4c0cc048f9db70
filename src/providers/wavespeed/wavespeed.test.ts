import { describe, expect, it } from 'vitest'
import { type JobProtocol, startJobServer } from '#testing/providers/job-server.ts'
import { describePort, type PortOptions, type PortWorld } from '#testing/providers/port-suite.ts'
import { formOf, type ServerAnswer, type ServerCall } from '#testing/providers/test-server.ts'
import { waveSpeedModels } from '#testing/wavespeed-models.ts'
import { createWaveSpeed } from './wavespeed.ts'

/** `models`: the list. `outputs`: those of a finished job. `error`: why one failed. */
type Options = PortOptions & {
  models?: unknown
  outputs?: unknown[]
  error?: string
  balance?: number
}

const statuses = {
  ...{ waiting: 'created', running: 'processing', done: 'completed' },
  ...{ failed: 'failed', cancelled: 'failed' },
}

const answered = (data: unknown): ServerAnswer => ({
  json: { code: 200, message: 'success', data },
})
const refused = (code: number, message: string, status = code): ServerAnswer => ({
  ...{ status, json: { code, message } },
})

const input = { prompt: 'a red fox' }

async function world(options: Options = {}): Promise<PortWorld> {
  const { models = waveSpeedModels, balance = 5, error = 'It could not be made', outputs } = options
  const files = new Map<string, Buffer>()
  let origin = ''

  async function keep(call: ServerCall): Promise<ServerAnswer> {
    const file = (await formOf(call)).get('file')
    const address = `${origin}/uploads/${files.size}.png`
    if (file instanceof File) files.set(address, Buffer.from(await file.arrayBuffer()))
    return answered({ type: 'image', download_url: address })
  }

  const protocol: JobProtocol = {
    hasKey: ({ headers }) => headers.authorization === 'Bearer key',
    refuse: (reason) =>
      ({
        unauthorized: refused(401, 'Unauthorized'),
        busy: refused(429, 'Too many requests'),
        unknown: refused(404, 'Not found'),
      })[reason],
    read(call) {
      const path = call.path.slice('/api/v3/'.length)
      if (call.path.startsWith('/outputs/')) return { kind: 'file' }
      if (path === 'models') return { kind: 'answer', answer: answered(models) }
      if (path === 'balance') return { kind: 'answer', answer: answered({ balance }) }
      if (path === 'media/upload/binary') return { kind: 'answer', answer: keep(call) }
      const [, id = ''] = /^predictions\/([^/]+)\/result$/.exec(path) ?? []
      return call.method === 'POST' ? { kind: 'submit' } : { kind: 'job', id }
    },
    invalid: (call) =>
      typeof call.json().prompt === 'string' ? undefined : refused(400, 'prompt is required', 200),
    submitted: ({ id }) => answered({ id, status: 'created', outputs: [] }),
    show: ({ id, phase }, url) =>
      answered({
        ...{ id, status: statuses[phase] },
        ...(phase === 'failed' && { error }),
        ...(phase === 'done' && {
          outputs: outputs ?? [`${url}/outputs/${id}.png`],
          has_nsfw_contents: [false],
          timings: { inference: 2_500 },
        }),
      }),
  }

  const server = await startJobServer(options, protocol)
  origin = server.url
  return {
    provider: createWaveSpeed({ id: 'wavespeed', key: 'key', url: server.url }),
    endpoint: 'wavespeed-ai/flux-dev',
    input,
    accepted: async () => server.jobs.size,
    fileInput: (image) => ({ endpoint: 'wavespeed-ai/flux-dev', input: { ...input, image } }),
    receivedFile: async (address) => files.get(address) ?? Buffer.alloc(0),
  }
}

describePort('WaveSpeed', { cancel: 'unsupported' }, world)

describe('WaveSpeed', () => {
  it('says that a job waits, runs and has ended, and how long it took', async () => {
    const { provider, endpoint } = await world()
    const { job, state } = await provider.submit(endpoint, input)
    expect(state).toMatchObject({ state: 'queued', position: null })
    expect(await provider.status(job)).toMatchObject({ state: 'running' })
    expect(await provider.status(job)).toMatchObject({ state: 'finished', runMs: 2_500 })
  })

  it('believes the code of an answer, not its status', async () => {
    const { provider, endpoint } = await world()
    await expect(provider.submit(endpoint, {})).rejects.toMatchObject({
      ...{ code: 'invalid_input', delivery: 'refused', words: 'prompt is required' },
    })
  })

  it('returns texts as one text', async () => {
    const { provider, endpoint } = await world({ outputs: ['An ', 'answer', { no: 'text' }] })
    const { job } = await provider.submit(endpoint, input)
    await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
    expect(await provider.result(job)).toMatchObject({ assets: [], text: 'An answer' })
  })

  it('tells withheld content from a failure, and an empty account from a full one', async () => {
    const error = 'The content was flagged as sensitive'
    const { provider, endpoint } = await world({ fault: 'failed-job', error })
    const { job } = await provider.submit(endpoint, input)
    await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
    await expect(provider.result(job)).rejects.toMatchObject({ code: 'content_policy' })
    const { provider: empty } = await world({ balance: 0 })
    await expect(empty.probe()).rejects.toMatchObject({ code: 'provider_funds' })
  })

  it('lists its models with their prices, and reads one', async () => {
    const { provider } = await world()
    const listed = await provider.listEndpoints?.()
    expect(listed).toMatchObject({
      isWhole: true,
      endpoints: [
        {
          ...{ endpoint: 'wavespeed-ai/flux-dev', category: 'text-to-image' },
          price: { amount: 0.012, unit: 'request', currency: 'USD' },
        },
        { endpoint: 'wavespeed-ai/wan-2.1/i2v-720p', price: { unit: 'base price' } },
      ],
    })
    expect(await provider.readDocument?.('wavespeed-ai/flux-dev')).toEqual(waveSpeedModels[0])
    await expect(provider.readDocument?.('wavespeed-ai/none')).rejects.toMatchObject({
      code: 'not_found',
    })
    const { provider: odd } = await world({ models: 'none' })
    await expect(odd.listEndpoints?.()).rejects.toMatchObject({ code: 'unreadable' })
  })
})
