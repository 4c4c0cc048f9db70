import { expect, it } from 'vitest'
import { acquireStream, maxStreams } from '#core/events/stream-room.ts'
import type { InputCheck } from '#core/generations/prepare-input.ts'
import { loadModels } from '#core/models/load-models.ts'
import { syncBuiltIns } from '#core/models/sync-models.ts'
import { creatingClient } from '#testing/api/creating-client.ts'
import { readMoney, testProviders } from '#testing/context.ts'
import { limitModels } from '#testing/limit-models.ts'
import { testPerson } from '#testing/person.ts'
import { waiting } from '#testing/security/matrix-resources.ts'
import { testClient, testServer } from '#testing/server.ts'

// What the studio asks of every request holds for fal's client, too.

const inputChecks: InputCheck[] = [
  (_model, { prompt }) =>
    String(prompt).includes('蛇发女妖') ? [{ field: 'prompt', problem: 'blocked' }] : [],
]
const { limited, contributions } = limitModels(['flux-schnell', 'wan-v2-2-5b'])
const server = await testServer(
  {},
  {
    providers: testProviders('http://127.0.0.1:65531'),
    contributions: { ...contributions, inputChecks },
  },
)
const { app, context } = server
await syncBuiltIns(context.database)
await loadModels(context)
const maker = (credits: number) => creatingClient(server, { credits })
const at = (path: string, init: RequestInit = {}) =>
  app.request(`http://localhost:3000${path}`, init)

it('a model that the account may not use is refused', async () => {
  const { key, account } = await testClient(server, { credits: 1000 })
  limited.add(account.id)
  const submit = async (endpoint: string) => {
    const answer = await app.request('http://localhost:3000/api/wan/fal/proxy', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-fal-target-url': `https://queue.fal.run/${endpoint}`,
      },
      body: JSON.stringify({ prompt: 'a fox', image_size: 'square' }),
    })
    return answer.status
  }
  expect(await submit('fal-ai/flux/dev')).toBe(403)
  expect(await readMoney(context, account.id)).toMatchObject({ balance: 1000 })
  expect(await submit('fal-ai/flux/schnell')).toBe(200)
})

it('a wrong type is refused', async () => {
  const client = await maker(1000)
  const submit = (body: object) =>
    client.request('POST', '/api/wan/fal/proxy', body, {
      'x-fal-target-url': 'https://queue.fal.run/fal-ai/wan-t2v',
    })
  const video = await submit({ prompt: 'x', video_generation_type: 'nothing' })
  expect(video).toMatchObject({ status: 400, body: { error: 'Invalid video generation type' } })
  const image = await submit({ prompt: 'x', image_generation_type: 'nothing' })
  expect(image).toMatchObject({ status: 400, body: { detail: 'Invalid image generation type' } })
  expect(await client.balance()).toBe(1000)
})

it('a file that the model does not accept is refused by the provider’s field name', async () => {
  const client = await maker(1000)
  const submit = (endpoint: string, body: object) =>
    client.request(
      'POST',
      '/api/wan/fal/proxy',
      { prompt: 'a fox', ...body },
      { 'x-fal-target-url': `https://queue.fal.run/${endpoint}` },
    )
  const [image_url, video_url] = [client.fileFor('image'), client.fileFor('video')]
  const cases: [string, object, string][] = [
    ['fal-ai/wan-t2v', { image_url }, 'image_url'],
    ['fal-ai/wan/v2.2-5b/text-to-video', { image_url }, 'image_url'],
    ['fal-ai/wan/v2.2-a14b/text-to-video/turbo', { image_url }, 'image_url'],
    ['fal-ai/wan-vace-14b/depth', { video_url, mask_video_url: video_url }, 'mask_video_url'],
    ['fal-ai/flux/dev', { image_url }, 'image_url'],
    ['fal-ai/wan-i2v', { image_url, last_frame_url: image_url }, 'last_frame_url'],
  ]
  for (const [endpoint, body, field] of cases) {
    const { status, body: answer } = await submit(endpoint, body)
    expect([status, answer.detail?.map(({ loc }: { loc: string[] }) => loc[1])], endpoint).toEqual([
      422,
      [field],
    ])
  }
  expect(await client.balance()).toBe(1000)
})

it('a blocked term is refused as fal does', async () => {
  const client = await maker(5000)
  const target = { 'x-fal-target-url': 'https://queue.fal.run/fal-ai/flux/dev' }
  const body = { prompt: '这里有一个蛇发女妖。' }
  const answer = await client.request('POST', '/api/wan/fal/proxy', body, target)
  expect(answer).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'prompt'], type: 'content_policy_violation' }] },
  })
  expect(await client.balance()).toBe(5000)
})

it('a key that is revoked ends the streams of its jobs', async () => {
  const { account, request } = await testPerson(server)
  const made = await request('POST', '/api/account/keys', { name: 'x', scopes: ['create'] })
  const { id, key } = made.body
  const job = await waiting('image')(context, account.id)
  const headers = { authorization: `Bearer ${key}` }
  const stream = await at(`/api/wan/fal/queue/fal-ai/flux/requests/${job}/status/stream?logs=1`, {
    headers,
  })
  expect(stream.status).toBe(200)
  const states = stream.body?.getReader()
  // Its first state comes after its headers: revoked before that, the stream would have none.
  const first = await states?.read()
  expect(new TextDecoder().decode(first?.value)).toContain('IN_QUEUE')
  await request('DELETE', `/api/account/keys/${id}`)
  // Read to their ends: the streams must end by themselves.
  while (!(await states?.read())?.done);
})

it('a start counts in the rate of the account', async () => {
  const slow = await testServer(
    {},
    {
      providers: testProviders('http://127.0.0.1:65531'),
      rates: { account: { perMinute: 1, burst: 1 }, key: { perMinute: 1, burst: 1 } },
    },
  )
  const client = await creatingClient(slow, { credits: 1000 })
  const made = await client.request('POST', '/api/image-generation/create', { prompt: 'a fox' })
  expect(made.status).toBe(200)
  const target = { 'x-fal-target-url': 'https://queue.fal.run/fal-ai/flux/dev' }
  const answer = await client.request('POST', '/api/wan/fal/proxy', { prompt: 'a fox' }, target)
  expect([answer.status, answer.body.code]).toEqual([429, 'too_many_starts'])
})

it('the streams of jobs have a limit apart from those of events', async () => {
  const { account, headers } = await testPerson(server)
  const leave = Array.from({ length: maxStreams.events }, () => acquireStream(account.id, 'events'))
  const path = '/api/wan/fal/queue/fal-ai/flux/requests/x/status/stream'
  expect((await at('/api/events', { headers })).status).toBe(429)
  expect((await at(path, { headers })).status).toBe(404)
  for (const end of leave) end()
})
