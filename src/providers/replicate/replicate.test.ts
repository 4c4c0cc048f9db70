import { expect, it } from 'vitest'
import { describePort } from '#testing/providers/port-suite.ts'
import { replicateWorld } from '#testing/providers/replicate-server.ts'

describePort('Replicate', { cancel: 'removed' }, replicateWorld)

it('shows the progress and the logs of a running job', async () => {
  const { provider, endpoint, input } = await replicateWorld()
  const { job, state } = await provider.submit(endpoint, input)
  expect(state).toMatchObject({ state: 'queued', position: null })
  expect(await provider.status(job)).toMatchObject({ state: 'running', progress: 50 })
  const ended = await provider.status(job)
  expect(ended).toMatchObject({ state: 'finished', runMs: 1_500 })
  expect(ended.logs).toHaveLength(2)
})

it('runs a version of a model, too', async () => {
  const { provider, input, newest } = await replicateWorld()
  await provider.submit(`owner/model:${'a'.repeat(64)}`, input)
  expect(newest()?.input).toEqual(input)
})

it('says at the submit that an input is invalid', async () => {
  const { provider, endpoint } = await replicateWorld()
  await expect(provider.submit(endpoint, {})).rejects.toMatchObject({
    code: 'invalid_input',
    delivery: 'refused',
    words: '- input.prompt: required',
  })
})

it('tells a withheld result from a failed one', async () => {
  const error = 'NSFW content detected'
  const { provider, endpoint, input } = await replicateWorld({ fault: 'failed-job', error })
  const { job } = await provider.submit(endpoint, input)
  await expect.poll(async () => (await provider.status(job)).state).toBe('finished')
  await expect(provider.result(job)).rejects.toMatchObject({ code: 'content_policy' })
})

it('says that a cancelled job was cancelled', async () => {
  const { provider, endpoint, input } = await replicateWorld({ isHeld: true })
  const { job } = await provider.submit(endpoint, input)
  await provider.cancel(job)
  await expect(provider.result(job)).rejects.toMatchObject({ code: 'cancelled' })
})
