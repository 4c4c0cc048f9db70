import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { chooseModel } from '#core/client-apis/choose-model.ts'
import { testClient, testServer } from '#testing/server.ts'
import { saveModel } from './change-model.ts'
import { loadModels } from './load-models.ts'
import type { ModelsView } from './models-contract.ts'
import evfSam from './ready/evf-sam.json' with { type: 'json' }
import { listModels, setModels } from './rules/catalogue.ts'
import { syncBuiltIns } from './sync-models.ts'

const server = await testServer({ delayMs: 20 })
const { app, context } = server
await syncBuiltIns(context.database)
await saveModel(context, { actor: 'ada@example.com', reason: 'a test' }, evfSam)
await loadModels(context)

const offered = listModels()
afterAll(() => setModels(offered, []))

/** A red disc of 16 pixels on blue, 64 × 64. */
const svg =
  '<svg width="64" height="64"><rect width="64" height="64" fill="#2040e0"/><circle cx="32" cy="32" r="16" fill="#e02020"/></svg>'
const png = await sharp(Buffer.from(svg)).png().toBuffer()

it('GET /api/models says which models make masks', async () => {
  const { models } = (await (await app.request('/api/models')).json()) as ModelsView
  const makes = models.filter((model) => model.makes).map(({ id, makes }) => [id, makes])
  expect(makes).toEqual([['evf-sam', 'mask']])
  expect(models.find(({ id }) => id === 'flux-dev')).toMatchObject({ makes: null })
})

it('a mask is made of an image and words, white where something was found, and charged', async () => {
  const { request, key } = await testClient(server, { credits: 100 })
  const started = await request('POST', '/api/image-editor/create', {
    ...{ model: 'evf-sam', prompt: 'the disc', expected_credits: 10 },
    image_url: `data:image/png;base64,${png.toString('base64')}`,
  })
  expect([started.status, started.body]).toMatchObject([200, { credits_charged: 10 }])
  const read = async () => (await request('GET', `/api/generations/${started.body.id}`)).body
  await expect.poll(async () => (await read()).status).toBe('completed')
  const record = await read()
  expect(record).toMatchObject({ images: [{ width: 64, height: 64, content_type: 'image/png' }] })
  const answer = await app.request(record.images[0].url, {
    headers: { authorization: `Bearer ${key}` },
  })
  const grey = await sharp(await answer.arrayBuffer())
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer()
  expect([grey[32 * 64 + 32], grey[2 * 64 + 2]]).toEqual([255, 0])
})

it('a model of masks is no choice for an edit that names no model', () => {
  const models = [...offered].toSorted((a, b) => Number(!a.makes) - Number(!b.makes))
  expect(models[0]?.id).toBe('evf-sam')
  setModels(models, [])
  const kinds = ['image-editing'] as const
  const choose = (name: string | null) =>
    chooseModel({}, { kinds, name, hasImage: true, allowed: null }).id
  expect(choose('evf-sam')).toBe('evf-sam')
  expect(choose(null)).not.toBe('evf-sam')
})
