import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type JobProtocol, type ServedJob, startJobServer } from '#testing/providers/job-server.ts'
import { describePort, type PortOptions, type PortWorld } from '#testing/providers/port-suite.ts'
import {
  formOf,
  type ServerAnswer,
  type ServerCall,
  sampleMp4,
} from '#testing/providers/test-server.ts'
import { createRunway } from './runway.ts'

/** `failureCode`: why a job failed. `credits`: those that are left. */
type Options = PortOptions & { failureCode?: string; credits?: number }

const statuses = {
  waiting: 'PENDING',
  running: 'RUNNING',
  done: 'SUCCEEDED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
}

const refusals: Record<'unauthorized' | 'busy' | 'unknown', ServerAnswer> = {
  unauthorized: { status: 401, json: { error: 'The API key is invalid' } },
  busy: { status: 429, json: { error: 'You have sent too many requests' } },
  unknown: { status: 404, json: { error: 'Task not found' } },
}

const input = { model: 'gen4.5', promptText: 'a red fox', duration: 5, ratio: '1280:720' }

async function world(
  options: Options = {},
): Promise<PortWorld & { newest(): ServedJob | undefined; calls: ServerCall[] }> {
  const { failureCode = 'INTERNAL.BAD_OUTPUT.CODE01', credits = 100 } = options
  const files = new Map<string, Buffer>()
  const calls: ServerCall[] = []
  let origin = ''
  const protocol: JobProtocol = {
    hasKey: ({ headers, path }) =>
      path === '/storage' ||
      (headers.authorization === 'Bearer secret' && headers['x-runway-version'] === '2024-11-06'),
    refuse: (reason) => refusals[reason],
    read(call) {
      calls.push(call)
      const { method, path } = call
      if (path.startsWith('/outputs/')) return { kind: 'file' }
      if (path === '/v1/organization')
        return { kind: 'answer', answer: { json: { creditBalance: credits } } }
      if (path === '/v1/uploads') return { kind: 'answer', answer: place(call) }
      if (path === '/storage') return { kind: 'answer', answer: keep(call) }
      const id = path.slice('/v1/tasks/'.length)
      if (method === 'DELETE') return { kind: 'cancel', id }
      return method === 'POST' ? { kind: 'submit' } : { kind: 'job', id }
    },
    invalid: (call) => {
      const { promptText } = call.json()
      if (promptText === 'no credits')
        return { status: 400, json: { error: 'You do not have enough credits to run this task.' } }
      if (typeof promptText === 'string') return
      const issues = [{ path: ['promptText'], message: 'Required' }]
      return { status: 400, json: { error: 'Validation of body failed', issues } }
    },
    submitted: ({ id }) => ({ json: { id } }),
    show: ({ id, phase }, url) => ({
      json: {
        ...{ id, status: statuses[phase], createdAt: '2026-11-30T00:00:00Z' },
        ...(phase === 'running' && { progress: 0.4 }),
        ...(phase === 'failed' && { failure: 'It could not be made', failureCode }),
        ...(phase === 'done' && { output: [`${url}/outputs/${id}.mp4?_jwt=x`] }),
      },
    }),
    cancelled: () => ({ status: 204, bytes: new Uint8Array(), type: '' }),
  }

  function place(call: ServerCall): ServerAnswer {
    const { filename, type } = call.json()
    expect([filename, type]).toEqual(['a "file".png', 'ephemeral'])
    const key = randomUUID()
    const runwayUri = `runway://${key}`
    return { json: { uploadUrl: `${origin}/storage`, fields: { key }, runwayUri } }
  }

  async function keep(call: ServerCall): Promise<ServerAnswer> {
    expect(call.headers.authorization).toBeUndefined()
    const form = await formOf(call)
    const file = form.get('file')
    if (file instanceof File)
      files.set(`runway://${form.get('key')}`, Buffer.from(await file.arrayBuffer()))
    return { status: 204, bytes: new Uint8Array(), type: 'text/xml' }
  }

  const server = await startJobServer(options, protocol, { bytes: sampleMp4, type: 'video/mp4' })
  origin = server.url
  return {
    calls,
    newest: server.newest,
    provider: createRunway({ id: 'runway', secret: 'secret', url: server.url }),
    endpoint: 'image_to_video',
    input,
    accepted: async () => server.jobs.size,
    fileInput: (promptImage) => ({ endpoint: 'image_to_video', input: { ...input, promptImage } }),
    receivedFile: async (address) => files.get(address) ?? Buffer.alloc(0),
  }
}

describePort('Runway', { medium: 'video', cancel: 'removed' }, world)

describe('Runway', () => {
  it('shows the progress in percent', async () => {
    const { provider, endpoint } = await world()
    const { job, state } = await provider.submit(endpoint, input)
    expect(state).toMatchObject({ state: 'queued', position: null })
    expect(await provider.status(job)).toMatchObject({ state: 'running', progress: 40 })
  })

  it('never deletes a task that is over, because that deletes its files', async () => {
    const { provider, endpoint, calls } = await world()
    const { job } = await provider.submit(endpoint, input)
    await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
    expect(await provider.cancel(job)).toBe('too_late')
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  it.each([
    ['SAFETY.INPUT.TEXT', 'content_policy'],
    ['INPUT_PREPROCESSING.SAFETY.TEXT', 'content_policy'],
    ['ASSET.INVALID', 'invalid_input'],
    ['INTERNAL.BAD_OUTPUT.CODE01', 'unknown'],
  ])('reports the failure %s as %s', async (failureCode, code) => {
    const { provider, endpoint } = await world({ fault: 'failed-job', failureCode })
    const { job } = await provider.submit(endpoint, input)
    await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
    const error = { code, words: 'It could not be made' }
    await expect(provider.result(job)).rejects.toMatchObject(error)
  })

  it('tells an invalid input from missing credits', async () => {
    const { provider, endpoint } = await world()
    const refused = { delivery: 'refused', retryable: false }
    await expect(provider.submit(endpoint, {})).rejects.toMatchObject({
      ...{ ...refused, code: 'invalid_input' },
      words: 'Validation of body failed; promptText: Required',
    })
    const poor = provider.submit(endpoint, { promptText: 'no credits' })
    await expect(poor).rejects.toMatchObject({ ...refused, code: 'provider_funds' })
    const { provider: empty } = await world({ credits: 0 })
    await expect(empty.probe()).rejects.toMatchObject({ code: 'provider_funds' })
  })
})
