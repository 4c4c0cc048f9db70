import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { describePort, type PortOptions, type PortWorld } from '#testing/providers/port-suite.ts'
import {
  formOf,
  type ServerAnswer,
  type ServerCall,
  samplePng,
  testHttpServer,
} from '#testing/providers/test-server.ts'
import { createProviders, type ProviderEnvironment } from '../registry.ts'

/** The provider as the registry makes it, and a server on loopback that speaks its protocol. */
async function madeUpWorld({ fault, isHeld }: PortOptions = {}): Promise<PortWorld> {
  const jobs = new Map<string, { asked: number }>()
  const files = new Map<string, Buffer>()
  const png = await samplePng
  const { url } = await testHttpServer(answer)

  async function answer(call: ServerCall): Promise<ServerAnswer> {
    const { method, path, headers } = call
    if (fault === 'unauthorized' || headers.authorization !== 'Key secret')
      return { status: 401, json: { error: 'Who are you?' } }
    if (path === '/account') return { json: {} }
    if (path === '/files') return takeFile(call)
    if (path.startsWith('/results/'))
      return fault === 'expired' ? gone : { bytes: png, type: 'image/png' }
    return method === 'POST' ? start() : show(path.replace('/jobs/', ''))
  }

  async function takeFile(call: ServerCall): Promise<ServerAnswer> {
    const file = (await formOf(call)).get('file') as File
    const address = `${url}/files/${randomUUID()}`
    files.set(address, Buffer.from(await file.arrayBuffer()))
    return { json: { url: address } }
  }

  function start(): ServerAnswer {
    if (fault === 'busy') return { status: 429, json: { error: 'Later' } }
    const id = randomUUID()
    jobs.set(id, { asked: 0 })
    return fault === 'lost-answer' ? 'drop' : { status: 201, json: { id, state: 'waiting' } }
  }

  function show(id: string): ServerAnswer {
    const job = jobs.get(id)
    if (!job) return gone
    job.asked += 1
    if (isHeld || job.asked === 1) return { json: { id, state: 'running' } }
    if (fault === 'failed-job') return { json: { id, state: 'failed', error: 'It broke' } }
    return { json: { id, state: 'done', files: [`${url}/results/${id}.png`] } }
  }

  const [provider] = createProviders({
    MADE_UP_KEY: 'secret',
    MADE_UP_URL: url,
  } as ProviderEnvironment)
  if (provider?.id !== 'made-up') throw new Error('The registry does not make this provider')
  return {
    provider,
    endpoint: 'painter',
    input: { prompt: 'a red fox' },
    accepted: async () => jobs.size,
    fileInput: (image) => ({ endpoint: 'painter', input: { prompt: 'a red fox', image } }),
    receivedFile: async (address) => files.get(address) ?? Buffer.alloc(0),
  }
}

const gone: ServerAnswer = { status: 404, json: { error: 'Unknown' } }

describePort('a made-up provider', { cancel: 'unsupported' }, madeUpWorld)

it('returns why a job failed, in the provider’s words', async () => {
  const { provider, endpoint, input } = await madeUpWorld({ fault: 'failed-job' })
  const { job } = await provider.submit(endpoint, input)
  await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
  await expect(provider.result(job)).rejects.toMatchObject({ code: 'unknown', words: 'It broke' })
})
