import { toFile } from 'openai'
import { expect, it } from 'vitest'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { openAiRefusal, openAiVisitor } from '#testing/openai-client.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

// OpenAI's own client on `/v1/videos`.
const settings = testSettings({
  openai_aliases: { 'sora-2': 'wan-v2-2-5b' },
})
const server = await testServer({ media: 'plain', delayMs: 50 }, { settings })
const url = await serveApp(server)
const visitor = () => openAiVisitor(server, url, {})

it('videos are started, polled, downloaded, listed and deleted', async () => {
  const { openai } = await visitor()
  const started = await openai.videos.create({
    model: 'sora-2',
    prompt: 'a red fox runs',
    seconds: '4',
    size: '1280x720',
  })
  expect(started).toMatchObject({ object: 'video', model: 'wan-v2-2-5b' })
  await expect
    .poll(async () => (await openai.videos.retrieve(started.id)).status, { timeout: 30_000 })
    .toBe('completed')
  expect(await openai.videos.retrieve(started.id)).toMatchObject({
    progress: 100,
    prompt: 'a red fox runs',
    size: expect.stringMatching(/^\d+x\d+$/),
    error: null,
  })
  const content = await openai.videos.downloadContent(started.id)
  expect(content.headers.get('content-type')).toBe('video/mp4')
  expect((await content.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  const second = await openai.videos.create({ model: 'sora-2', prompt: 'another' })
  const ids = async (query = {}) => (await openai.videos.list(query)).data.map(({ id }) => id)
  expect(await ids()).toEqual([second.id, started.id])
  expect(await ids({ order: 'asc' })).toEqual([started.id, second.id])
  expect(await ids({ limit: 1 })).toEqual([second.id])
  expect(await ids({ after: second.id })).toEqual([started.id])
  expect(await ids({ after: 'nonsense' })).toEqual([])
  expect(await openai.videos.delete(started.id)).toMatchObject({ deleted: true })
  expect(await openAiRefusal(openai.videos.retrieve(started.id))).toMatchObject({ status: 404 })
}, 60_000)

it('videos start from an image', async () => {
  const { openai, request } = await visitor()
  const { id } = await openai.videos.create({
    model: 'sora-2',
    prompt: 'a red fox runs',
    input_reference: await toFile(Buffer.from(await sampleFile('photo.png')), 'photo.png', {
      type: 'image/png',
    }),
  })
  const { body } = await request('GET', `/api/generations/${id}`)
  expect(body.inputs).toHaveLength(1)
})

it('videos of another account are indistinguishable from missing ones', async () => {
  const [owner, other] = [await visitor(), await visitor()]
  const { id } = await owner.openai.videos.create({ model: 'sora-2', prompt: 'mine' })
  const missing = '0199f000-0000-7000-8000-000000000000'
  const { videos } = other.openai
  for (const call of [
    (one: string) => videos.retrieve(one),
    (one: string) => videos.downloadContent(one),
    (one: string) => videos.delete(one),
  ]) {
    const [foreign, none] = [await openAiRefusal(call(id)), await openAiRefusal(call(missing))]
    expect(foreign).toMatchObject({ status: 404, code: 'not_found' })
    expect(foreign.error).toEqual(none.error)
  }
  expect((await videos.list({ after: id })).data).toEqual([])
})

it('videos have no spritesheet', async () => {
  const { openai } = await visitor()
  const { id } = await openai.videos.create({ model: 'sora-2', prompt: 'x' })
  const call = openai.videos.downloadContent(id, { variant: 'spritesheet' })
  expect(await openAiRefusal(call)).toMatchObject({ status: 400, code: 'no_variant' })
})

it('a finished video is made again with other words, its settings and its image', async () => {
  const { openai, request } = await visitor()
  const first = await openai.videos.create({
    model: 'sora-2',
    prompt: 'a red fox runs',
    input_reference: await toFile(Buffer.from(await sampleFile('photo.png')), 'photo.png', {
      type: 'image/png',
    }),
    ...({ seed: 7 } as object),
  })
  await expect
    .poll(async () => (await openai.videos.retrieve(first.id)).status, { timeout: 30_000 })
    .toBe('completed')
  const made = await openai.videos.remix(first.id, { prompt: 'a blue fox runs' })
  expect(made).toMatchObject({
    status: 'queued',
    prompt: 'a blue fox runs',
    model: 'wan-v2-2-5b',
    remixed_from_video_id: first.id,
  })
  const { body } = await request('GET', `/api/generations/${made.id}`)
  expect(body).toMatchObject({ inputs: [{ width: 300 }], input: { seed: 7 } })
  expect(await openai.videos.retrieve(made.id)).toMatchObject({ remixed_from_video_id: first.id })
}, 60_000)

it('what is no finished video of the account is not made again', async () => {
  const { openai } = await visitor()
  const slow = { model: 'sora-2', prompt: 'a fox [fault:slow]' } as const
  const { id } = await openai.videos.create(slow)
  const remix = (one: string, prompt = 'blue') =>
    openAiRefusal(openai.videos.remix(one, { prompt }))
  expect(await remix(id)).toMatchObject({ status: 400, code: 'video_not_ready' })
  expect(await remix('nothing')).toMatchObject({ status: 404 })
  expect(await remix(id, '')).toMatchObject({ status: 400, param: 'prompt' })
  const other = await visitor()
  expect(await openAiRefusal(other.openai.videos.remix(id, { prompt: 'blue' }))).toMatchObject({
    status: 404,
  })
})
