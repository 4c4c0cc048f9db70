import { describe, expect, it } from 'vitest'
import { type JobProtocol, type ServedJob, startJobServer } from '#testing/providers/job-server.ts'
import { describePort, type PortOptions, type PortWorld } from '#testing/providers/port-suite.ts'
import { type ServerAnswer, sampleMp4 } from '#testing/providers/test-server.ts'
import { createDashScope } from './dashscope.ts'

/** `code`: why a task failed. `results`: those of images. `refusal`: why a submit is refused. */
type Options = PortOptions & {
  isVideo?: boolean
  code?: string
  output?: (url: string) => object
  refusal?: ServerAnswer
}

const statuses = {
  waiting: 'PENDING',
  running: 'RUNNING',
  done: 'SUCCEEDED',
  failed: 'FAILED',
  cancelled: 'CANCELED',
}

const refusalOf = (status: number, code: string): ServerAnswer => ({
  status,
  json: { code, message: `It is ${code}`, request_id: 'r' },
})

const refusals = {
  unauthorized: refusalOf(401, 'InvalidApiKey'),
  busy: refusalOf(429, 'Throttling.RateQuota'),
  unknown: { json: { request_id: 'r', output: { task_id: 'x', task_status: 'UNKNOWN' } } },
}

function protocolOf(options: Options): JobProtocol {
  const { isVideo, code = 'InternalError', output, refusal } = options
  return {
    hasKey: ({ headers }) => headers.authorization === 'Bearer key',
    refuse: (reason) => refusals[reason],
    read({ method, path }) {
      if (path.startsWith('/files/')) return { kind: 'file' }
      if (path === '/api/v1/tasks') return { kind: 'answer', answer: { json: { data: [] } } }
      if (path.startsWith('/api/v1/services/')) return { kind: 'submit' }
      const [, id = ''] = /\/tasks\/([^/]+)/.exec(path) ?? []
      return { kind: method === 'POST' ? 'cancel' : 'job', id }
    },
    invalid: (call) => {
      expect(call.headers['x-dashscope-async']).toBe('enable')
      return refusal
    },
    submitted: ({ id }) => ({ json: { output: { task_id: id, task_status: 'PENDING' } } }),
    show: ({ id, phase }, url) => {
      const results = isVideo
        ? { video_url: `${url}/files/${id}.mp4`, actual_prompt: 'a better fox' }
        : { results: [{ url: `${url}/files/${id}.png` }] }
      return {
        json: {
          output: {
            ...{ task_id: id, task_status: statuses[phase] },
            ...(phase === 'done' && (output?.(url) ?? results)),
            ...(phase === 'failed' && { code, message: `It is ${code}` }),
          },
        },
      }
    },
    cancelled: ({ phase }) =>
      phase === 'waiting' ? { json: { request_id: 'r' } } : refusalOf(400, 'UnsupportedOperation'),
  }
}

async function world(
  options: Options = {},
): Promise<PortWorld & { newest(): ServedJob | undefined }> {
  const file = options.isVideo ? { bytes: sampleMp4, type: 'video/mp4' } : null
  const server = await startJobServer(options, protocolOf(options), file)
  const endpoint = options.isVideo
    ? 'video-generation/video-synthesis'
    : 'text2image/image-synthesis'
  const model = 'a model'
  return {
    endpoint,
    newest: server.newest,
    provider: createDashScope({ id: 'dashscope', key: 'key', url: `${server.url}/api/v1` }),
    input: { model, input: { prompt: 'a red fox' }, parameters: { n: 1 } },
    accepted: async () => server.jobs.size,
    fileInput: (img_url) => ({ endpoint, input: { model, input: { img_url } } }),
    receivedFile: async () => {
      const { input } = server.newest()?.call.json<{ input: { img_url: string } }>() ?? {}
      expect(input?.img_url).toMatch(/^data:image\/png;base64,/)
      return Buffer.from(input?.img_url.split(',')[1] ?? '', 'base64')
    },
  }
}

describePort('DashScope’s images', { cancel: 'removed' }, world)
describePort('DashScope’s videos', { medium: 'video', cancel: 'removed' }, (options) =>
  world({ ...options, isVideo: true }),
)

async function ended(options: Options) {
  const { provider, endpoint, input } = await world(options)
  const { job } = await provider.submit(endpoint, input)
  await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
  return { provider, job }
}

describe('DashScope', () => {
  it('calls the task below services, and returns the prompt that was used', async () => {
    const { provider, endpoint, input, newest } = await world({ isVideo: true })
    const { job } = await provider.submit(endpoint, input)
    expect(newest()?.call.path).toBe('/api/v1/services/aigc/video-generation/video-synthesis')
    await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
    expect(await provider.result(job)).toMatchObject({ prompt: 'a better fox' })
  })

  it('does not cancel a task that runs', async () => {
    const { provider, endpoint, input } = await world({ isHeld: true })
    const { job } = await provider.submit(endpoint, input)
    await provider.status(job)
    expect(await provider.cancel(job)).toBe('too_late')
  })

  it('returns the results that were made, and the reason where none was', async () => {
    const withheld = { code: 'DataInspectionFailed', message: 'It is withheld' }
    const made = await ended({
      output: (url) => ({ results: [withheld, { url: `${url}/files/a` }] }),
    })
    expect((await made.provider.result(made.job)).assets).toHaveLength(1)
    const none = await ended({ output: () => ({ results: [withheld] }) })
    const error = { code: 'content_policy', words: 'It is withheld' }
    await expect(none.provider.result(none.job)).rejects.toMatchObject(error)
  })

  it('reads images in the form of messages, too', async () => {
    const { provider, job } = await ended({
      output: (url) => ({
        choices: [{ message: { content: [{ type: 'image', image: `${url}/files/a.png` }] } }],
      }),
    })
    expect((await provider.result(job)).assets).toMatchObject([{ medium: 'image' }])
  })

  it.each([
    ['DataInspectionFailed', 'content_policy'],
    ['InvalidParameter.DataInspection', 'content_policy'],
    ['InternalError', 'unknown'],
  ])('reports a task that failed with %s as %s', async (reason, code) => {
    const { provider, job } = await ended({ fault: 'failed-job', code: reason })
    const error = { code, words: `It is ${reason}` }
    await expect(provider.result(job)).rejects.toMatchObject(error)
  })

  it.each([
    [400, 'Arrearage', 'provider_funds'],
    [400, 'DataInspectionFailed', 'content_policy'],
    [400, 'InvalidParameter', 'invalid_input'],
  ])('reads %i %s as %s', async (status, name, code) => {
    const { provider, endpoint, input } = await world({ refusal: refusalOf(status, name) })
    const error = { code, delivery: 'refused', retryable: false }
    await expect(provider.submit(endpoint, input)).rejects.toMatchObject(error)
  })
})
