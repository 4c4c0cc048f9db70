import Replicate from 'replicate'
import { expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { testClient, testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 3_600_000 })
const url = await serveApp(server)

const unfinished = {
  status: expect.stringMatching(/starting|processing/),
  output: null,
  model: 'atelier/flux-dev',
}

it('predictions that are not finished are read, cancelled and waited for', async () => {
  const { key, account } = await testClient(server, { credits: 1_000 })
  const { predictions } = new Replicate({ auth: key, baseUrl: `${url}/replicate/v1` })
  const order = { model: 'x/flux-dev', input: { prompt: 'a fox' } }
  const { id, ...begun } = await predictions.create(order)
  const get = `${url}/replicate/v1/predictions/${id}`
  expect(begun).toMatchObject({ ...unfinished, urls: { get, cancel: `${get}/cancel` } })
  await predictions.cancel(id)
  await expect.poll(async () => (await predictions.get(id)).status).toBe('canceled')
  expect((await readMoney(server.context, account.id)).balance).toBe(1_000)
  expect(await predictions.create({ ...order, wait: 1 })).toMatchObject(unfinished)
})
