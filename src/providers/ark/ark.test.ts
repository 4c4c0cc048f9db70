import { describe, expect, it } from 'vitest'
import { type JobProtocol, type ServedJob, startJobServer } from '#testing/providers/job-server.ts'
import { describePort, type PortOptions, type PortWorld } from '#testing/providers/port-suite.ts'
import { type ServerAnswer, sampleMp4, samplePng } from '#testing/providers/test-server.ts'
import { createArk } from './ark.ts'

/** `code`: why a task failed. `images`: those of an answer. `refusal`: why a submit is refused. */
type Options = PortOptions & {
  isVideo?: boolean
  code?: string
  images?: object[]
  refusal?: ServerAnswer
}

const png = (await samplePng).toString('base64')
const tasks = '/api/v3/contents/generations/tasks'

const refusalOf = (status: number, code: string): ServerAnswer => ({
  status,
  json: { error: { code, message: `It is ${code}`, type: 'error', param: '' } },
})

const refusals = {
  unauthorized: refusalOf(401, 'AuthenticationError'),
  busy: refusalOf(429, 'RateLimitExceeded.EndpointRPMExceeded'),
  unknown: refusalOf(404, 'ResourceNotFound'),
}

function protocolOf({ code = 'InternalServiceError', images, refusal }: Options): JobProtocol {
  return {
    hasKey: ({ headers }) => headers.authorization === 'Bearer key',
    refuse: (reason) => refusals[reason],
    read({ method, path }) {
      if (path.startsWith('/files/')) return { kind: 'file' }
      if (method === 'POST') return { kind: 'submit' }
      if (path === tasks) return { kind: 'answer', answer: { json: { items: [], total: 0 } } }
      return { kind: method === 'DELETE' ? 'cancel' : 'job', id: path.slice(tasks.length + 1) }
    },
    invalid: () => refusal,
    submitted: ({ id, call: { path } }) =>
      path === tasks
        ? { json: { id } }
        : { json: { data: images ?? [{ b64_json: png, size: '64x48' }] } },
    show: (job, url) => ({
      json: { ...presented(job, url), model: 'a model' },
      ...failure(job, code),
    }),
    cancelled: () => ({ status: 200, json: {} }),
  }
}

/** A task still waits when it is first asked for. */
function presented({ id, phase, asked }: ServedJob, url: string) {
  if (phase === 'done')
    return { id, status: 'succeeded', content: { video_url: `${url}/files/${id}.mp4` }, seed: 7 }
  return { id, status: phase === 'running' && asked === 1 ? 'queued' : phase }
}

function failure({ id, phase }: ServedJob, code: string) {
  if (phase !== 'failed') return {}
  return { json: { id, status: 'failed', error: { code, message: `It is ${code}` } } }
}

async function world({ isVideo = false, ...options }: Options = {}): Promise<PortWorld> {
  const file = isVideo ? { bytes: sampleMp4, type: 'video/mp4' } : null
  const server = await startJobServer(options, protocolOf(options), file)
  const endpoint = isVideo ? 'contents/generations/tasks' : 'images/generations'
  const content = (...more: object[]) => [{ type: 'text', text: 'a red fox' }, ...more]
  const image = (url: string) => ({ type: 'image_url', image_url: { url } })
  const model = 'a model'
  return {
    endpoint,
    provider: createArk({ id: 'ark', key: 'key', url: `${server.url}/api/v3` }),
    input: isVideo ? { model, content: content() } : { model, prompt: 'a red fox' },
    accepted: async () => server.jobs.size,
    fileInput: (name) => ({
      endpoint,
      input: isVideo ? { model, content: content(image(name)) } : { model, image: [name] },
    }),
    receivedFile: async () => {
      const body = server.newest()?.call.json<SentBody>()
      const url = body?.image?.[0] ?? body?.content?.[1]?.image_url?.url ?? ''
      expect(url).toMatch(/^data:image\/png;base64,/)
      return Buffer.from(url.split(',')[1] ?? '', 'base64')
    },
  }
}

type SentBody = { image?: string[]; content?: { image_url?: { url: string } }[] }

describePort('Ark’s images', { isSynchronous: true, cancel: 'unsupported' }, world)
describePort('Ark’s videos', { medium: 'video', cancel: 'removed' }, (options) =>
  world({ ...options, isVideo: true }),
)

describe('Ark', () => {
  it('cancels only a task that waits, and never deletes one that is over', async () => {
    const held = await world({ isVideo: true, isHeld: true })
    const { job: running } = await held.provider.submit(held.endpoint, held.input)
    await held.provider.status(running)
    expect(await held.provider.cancel(running)).toBe('unsupported')
    const { provider, endpoint, input } = await world({ isVideo: true })
    const { job } = await provider.submit(endpoint, input)
    await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
    expect(await provider.cancel(job)).toBe('too_late')
    expect(await provider.result(job)).toMatchObject({ seed: '7' })
  })

  it.each([
    ['OutputVideoSensitiveContentDetected', 'content_policy'],
    ['InternalServiceError', 'unknown'],
  ])('reports a task that failed with %s as %s', async (reason, code) => {
    const failing = { isVideo: true, fault: 'failed-job', code: reason } as const
    const { provider, endpoint, input } = await world(failing)
    const { job } = await provider.submit(endpoint, input)
    await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
    const error = { code, words: `It is ${reason}` }
    await expect(provider.result(job)).rejects.toMatchObject(error)
  })

  it('returns the images that were made, and the reason where none was', async () => {
    const error = { code: 'OutputImageSensitiveContentDetected', message: 'It is withheld' }
    const some = await world({ images: [{ error }, { b64_json: png }] })
    const { output } = await some.provider.submit(some.endpoint, some.input)
    expect(output?.assets).toHaveLength(1)
    const none = await world({ images: [{ error }] })
    await expect(none.provider.submit(none.endpoint, none.input)).rejects.toMatchObject({
      ...{ code: 'content_policy', delivery: 'refused', words: 'It is withheld' },
    })
  })

  it.each([
    [403, 'AccountOverdueError', 'provider_funds'],
    [400, 'InputTextSensitiveContentDetected', 'content_policy'],
    [400, 'InvalidParameter', 'invalid_input'],
  ])('reads %i %s as %s', async (status, name, code) => {
    const { provider, endpoint, input } = await world({ refusal: refusalOf(status, name) })
    const error = { code, delivery: 'refused', retryable: false }
    await expect(provider.submit(endpoint, input)).rejects.toMatchObject(error)
  })
})
