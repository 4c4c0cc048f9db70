import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type JobProtocol, type JobServer, startJobServer } from '#testing/providers/job-server.ts'
import { describePort, type PortOptions, type PortWorld } from '#testing/providers/port-suite.ts'
import type { ServerAnswer } from '#testing/providers/test-server.ts'
import { createBlackForestLabs } from './black-forest-labs.ts'

/** `ending`: the status of a job that failed. `credits`: those that are left. */
type Options = PortOptions & { ending?: string; credits?: number }

const statuses = { waiting: 'Pending', running: 'Pending', done: 'Ready', cancelled: 'Error' }

function protocolOf({ ending = 'Error', credits = 100 }: Options): JobProtocol {
  return {
    hasKey: ({ headers }) => headers['x-key'] === 'key',
    refuse: (reason) => refusals[reason],
    read({ method, path, query }) {
      if (path.startsWith('/results/')) return { kind: 'file' }
      if (path === '/v1/credits') return { kind: 'answer', answer: { json: { credits } } }
      if (method === 'POST') return { kind: 'submit' }
      return { kind: 'job', id: query.get('id') ?? '' }
    },
    invalid: (call) =>
      typeof call.json().prompt === 'string'
        ? undefined
        : { status: 422, json: { detail: [{ loc: ['body', 'prompt'], msg: 'Field required' }] } },
    submitted: ({ id }, url) => ({
      json: { id, polling_url: `${url}/v1/get_result?id=${id}`, cost: 3 },
    }),
    show: ({ id, phase }, url) => ({
      json: {
        id,
        status: phase === 'failed' ? ending : statuses[phase],
        result:
          phase === 'done'
            ? { sample: `${url}/results/${id}.png`, seed: 9007199254740993n.toString() }
            : null,
        details: ending.endsWith('Moderated') ? { 'Moderation Reasons': ['Violence'] } : null,
      },
    }),
  }
}

const refusals: Record<'unauthorized' | 'busy' | 'unknown', ServerAnswer> = {
  unauthorized: { status: 403, json: { detail: 'Not authenticated' } },
  busy: { status: 429, json: { detail: 'Rate limit exceeded' } },
  unknown: { json: { id: 'x', status: 'Task not found', result: null } },
}

async function world(options: Options = {}): Promise<PortWorld & { server: JobServer }> {
  const server = await startJobServer(options, protocolOf(options))
  const endpoint = 'flux-2-pro'
  const input = { prompt: 'a red fox' }
  return {
    server,
    provider: createBlackForestLabs({ id: 'black-forest-labs', key: 'key', url: server.url }),
    endpoint,
    input,
    accepted: async () => server.jobs.size,
    fileInput: (file) => ({ endpoint, input: { ...input, input_image: file } }),
    receivedFile: async () =>
      Buffer.from(String(server.newest()?.call.json().input_image), 'base64'),
  }
}

describePort('Black Forest Labs', { cancel: 'unsupported' }, world)

describe('Black Forest Labs', () => {
  it('calls the endpoint by the name of the model', async () => {
    const { provider, endpoint, input, server } = await world()
    await provider.submit(endpoint, input)
    expect(server.newest()?.call).toMatchObject({ method: 'POST', path: '/v1/flux-2-pro' })
  })

  it('says which field of an input is wrong', async () => {
    const { provider, endpoint } = await world()
    await expect(provider.submit(endpoint, {})).rejects.toMatchObject({
      code: 'invalid_input',
      delivery: 'refused',
      words: 'prompt: Field required',
    })
  })

  it.each([
    ['Request Moderated', 'content_policy', 'Violence'],
    ['Content Moderated', 'content_policy', 'Violence'],
    ['Error', 'unknown', null],
  ])('reports a job that ended with “%s” as %s', async (ending, code, words) => {
    const { provider, endpoint, input } = await world({ fault: 'failed-job', ending })
    const { job } = await provider.submit(endpoint, input)
    await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
    await expect(provider.result(job)).rejects.toMatchObject({ code, words })
  })

  it('tells an account without credits from a rejected key', async () => {
    const { provider } = await world({ credits: 0 })
    await expect(provider.probe()).rejects.toMatchObject({ code: 'provider_funds' })
  })

  it('sends its key only to hosts of theirs, whatever address is stored', async () => {
    const { provider, endpoint, input } = await world()
    const { job } = await provider.submit(endpoint, input)
    for (const status of ['http://127.0.0.1:9/x', 'https://api.bfl.ai.example/x', 'nonsense'])
      expect(await provider.status({ ...job, urls: { status } })).toMatchObject({
        state: expect.stringMatching(/running|finished/),
      })
  })

  it.each([
    'http://delivery-eu1.bfl.ai/a.png',
    'https://bfl.ai.example/a.png',
    'https://evilbfl.ai/a.png',
    'https://delivery-eu1.bfl.ai:8443/a.png',
    'https://other.blob.core.windows.net/a.png',
  ])('does not download from %s', async (address) => {
    const { provider } = await world()
    const limits = { maxBytes: 10, idleTime: 1_000, time: 1_000 }
    const read = async () => buffer(await provider.download(address, limits))
    await expect(read()).rejects.toMatchObject({ message: expect.stringMatching(/not allowed/) })
  })
})
