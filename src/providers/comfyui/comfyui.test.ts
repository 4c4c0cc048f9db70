import { describe, expect, it } from 'vitest'
import { workflow } from '#testing/providers/comfyui-model.ts'
import { comfyServer, comfyWorld } from '#testing/providers/comfyui-server.ts'
import { describePort } from '#testing/providers/port-suite.ts'
import { createComfyUi } from './comfyui.ts'

describePort('ComfyUI', { cancel: 'requested', hasAccounts: false }, comfyWorld)

describe('several servers', () => {
  it('gives a job to the least busy one, also when several start at once', async () => {
    const servers = await Promise.all([
      comfyServer({ isHeld: true }),
      comfyServer({ isHeld: true }),
    ])
    const provider = createComfyUi({ id: 'comfyui', urls: servers.map(({ url }) => url) })
    await Promise.all([1, 2, 3, 4].map(() => provider.submit('workflow', workflow)))
    expect(servers.map(({ jobs }) => jobs.size)).toEqual([2, 2])
  })

  it('passes over one that is away, and one that lacks what the workflow needs', async () => {
    const [away, busy, ready] = await Promise.all([
      comfyServer(),
      comfyServer({ fault: 'busy' }),
      comfyServer(),
    ])
    away.stop()
    const provider = createComfyUi({ id: 'comfyui', urls: [away.url, busy.url, ready.url] })
    const { job } = await provider.submit('workflow', workflow)
    expect(job.urls).toEqual({ server: ready.url })
  })

  it('asks only configured servers, whatever is stored', async () => {
    const { provider, server } = await comfyWorld()
    const { job } = await provider.submit('workflow', workflow)
    const moved = { ...job, urls: { server: `${server.url}.evil.example` } }
    await expect(provider.status(moved)).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('shows the place in the queue, and the progress from the websocket', async () => {
  const { provider, server } = await comfyWorld({ isHeld: true })
  const { job } = await provider.submit('workflow', workflow)
  const { job: second } = await provider.submit('workflow', workflow)
  expect(await provider.status(second)).toMatchObject({ state: 'queued', position: 1 })
  server.tellProgress(job.requestId, 45)
  await expect.poll(() => provider.status(job)).toMatchObject({ state: 'running', progress: 45 })
  server.release()
  await expect.poll(() => provider.status(job)).toMatchObject({ state: 'finished', runMs: 1_500 })
})

it('returns a new preview image once, for the job that the server named last', async () => {
  const { provider, server } = await comfyWorld({ isHeld: true })
  const { job } = await provider.submit('workflow', workflow)
  const image = Buffer.from('a frame')
  server.tellProgress(job.requestId, 10)
  server.sendPreview(image)
  const previews: unknown[] = []
  await expect
    .poll(async () => {
      const state = await provider.status(job)
      if (state.state === 'running' && state.preview) previews.push(Buffer.from(state.preview))
      return previews
    })
    .toEqual([image])
  expect(await provider.status(job)).toEqual({ state: 'running', progress: 10, logs: [] })
  server.tellProgress('job of another client', 50)
  server.sendPreview(image)
  server.tellProgress(job.requestId, 20)
  await expect.poll(() => provider.status(job)).toMatchObject({ progress: 20 })
  expect(await provider.status(job)).not.toHaveProperty('preview')
})

it('removes a waiting job from the queue, and interrupts a running one', async () => {
  const { provider, server } = await comfyWorld({ isHeld: true })
  const { job } = await provider.submit('workflow', workflow)
  const { job: second } = await provider.submit('workflow', workflow)
  expect(await provider.cancel(second)).toBe('removed')
  expect(server.jobs.has(second.requestId)).toBe(false)
  expect(await provider.cancel(job)).toBe('requested')
  await expect(provider.result(job)).rejects.toMatchObject({ code: 'cancelled' })
})

it('makes another seed for each run that names none, and returns the one that was used', async () => {
  const { provider, server } = await comfyWorld()
  const open = { ...workflow, 3: { class_type: 'KSampler', inputs: { seed: null } } }
  const { job } = await provider.submit('workflow', open)
  await provider.submit('workflow', open)
  const seeds = [...server.jobs.values()].map((one) => one.workflow[3]?.inputs.seed)
  expect(new Set(seeds).size).toBe(2)
  await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
  expect(await provider.result(job)).toMatchObject({ seed: String(seeds[0]) })
})

it('says which node of an invalid workflow is wrong', async () => {
  const { provider } = await comfyWorld()
  const wrong = { ...workflow, 3: { class_type: 'Unknown', inputs: {} } }
  await expect(provider.submit('workflow', wrong)).rejects.toMatchObject({
    code: 'invalid_input',
    delivery: 'refused',
    words: 'Prompt is invalid; Unknown: no such node',
  })
})
