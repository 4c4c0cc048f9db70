import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { saveModel } from '#core/models/change-model.ts'
import { loadModels } from '#core/models/load-models.ts'
import type { ModelsView } from '#core/models/models-contract.ts'
import { readyDefinitions } from '#core/models/ready/ready-definitions.ts'
import { syncBuiltIns } from '#core/models/sync-models.ts'
import { readMoney } from '#testing/context.ts'
import { testClient, testServer } from '#testing/server.ts'

// The tools as the pages start them: with a file of a result, and the price that was shown.
const server = await testServer({ delayMs: 20 })
const { app, context } = server
await syncBuiltIns(context.database)

/** A red disc on blue, 64 × 64. */
const svg =
  '<svg width="64" height="64"><rect width="64" height="64" fill="#2040e0"/><circle cx="32" cy="32" r="16" fill="#e02020"/></svg>'
const png = await sharp(Buffer.from(svg)).png().toBuffer()
const disc = `data:image/png;base64,${png.toString('base64')}`

async function visitor(credits = 1_000) {
  const client = await testClient(server, { credits })
  const read = async (id: string) => (await client.request('GET', `/api/generations/${id}`)).body
  const settled = async (id: string) => {
    await expect.poll(async () => (await read(id)).completed_at).not.toBeNull()
    return read(id)
  }
  const make = async () => {
    const { body } = await client.request('POST', '/api/image-editor/create', {
      ...{ model_type: 'esrgan', image_url: disc },
    })
    return settled(body.id)
  }
  const use = (model: string, source: { id: string; images: { url: string }[] }, more = {}) =>
    client.request('POST', '/api/image-editor/create', {
      ...{ model_type: model, image_url: source.images[0]?.url, parent_id: source.id, ...more },
    })
  const file = async (path: string) => {
    const answer = await app.request(path, { headers: { authorization: `Bearer ${client.key}` } })
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer())
  }
  const balance = async () => (await readMoney(context, client.account.id)).balance
  return { ...client, settled, make, use, file, balance }
}

describe('a tool on a result', () => {
  it('upscales an image to twice its size, charges what was shown, and links to the result', async () => {
    const { make, use, settled, balance, request } = await visitor()
    const source = await make()
    const before = await balance()
    const started = await use('esrgan', source, { expected_credits: 10, request_id: 'one-press' })
    const again = await use('esrgan', source, { expected_credits: 10, request_id: 'one-press' })
    expect([started.status, again.body.id]).toEqual([200, started.body.id])
    const larger = await settled(started.body.id)
    expect(larger).toMatchObject({ status: 'completed', parent_id: source.id, credits_charged: 10 })
    expect(larger.images).toMatchObject([{ width: 256, height: 256, content_type: 'image/png' }])
    expect(source.images).toMatchObject([{ width: 128, height: 128 }])
    expect(await balance()).toBe(before - 10)
    const { body } = await request('GET', `/api/generations/${larger.id}/lineage`)
    expect(body.links).toEqual([{ child_id: larger.id, parent_id: source.id, source: 'input' }])
  })

  it('removes a background: the result, its thumbnail and its input elsewhere stay transparent', async () => {
    const { make, use, settled, file } = await visitor()
    const started = await use('birefnet-v2', await make(), { expected_credits: 10 })
    const cut = await settled(started.body.id)
    const [image] = cut.images
    expect(await opacityOf(await file(image.url))).toEqual({
      format: 'png',
      corner: 0,
      middle: 255,
    })
    await expect.poll(async () => (await settled(cut.id)).images[0].thumbnail_url).not.toBeNull()
    const { thumbnail_url } = (await settled(cut.id)).images[0]
    expect(await opacityOf(await file(thumbnail_url))).toMatchObject({ corner: 0, middle: 255 })
    const larger = await settled((await use('esrgan', cut)).body.id)
    expect(await opacityOf(await file(larger.images[0].url))).toMatchObject({
      corner: 0,
      middle: 255,
    })
  })

  it('charges nothing when the price is another one, or the credits do not cover it', async () => {
    const { make, use, balance } = await visitor(35)
    const source = await make()
    expect(await balance()).toBe(25)
    expect(await use('esrgan', source, { expected_credits: 5 })).toMatchObject({
      status: 409,
      body: { code: 'price_changed' },
    })
    const four = await use('esrgan', source, { scale: '4', expected_credits: 20 })
    expect(four.status).toBe(200)
    expect(await use('esrgan', source, { expected_credits: 10 })).toMatchObject({
      status: 400,
      body: { code: 'insufficient_credits', required: 10, current: 5 },
    })
    expect(await balance()).toBe(5)
  })
})

it('GET /api/models says which models are tools, also those that an operator added', async () => {
  const definition = readyDefinitions.find(({ id }) => id === 'clarity-upscaler')
  await saveModel(context, { actor: 'ada@example.com', reason: 'a test' }, definition)
  await loadModels(context)
  const { models } = (await (await app.request('/api/models')).json()) as ModelsView
  const tools = models.filter(({ tool }) => tool).map(({ id, tool }) => [id, tool])
  expect(Object.fromEntries(tools)).toEqual({
    esrgan: 'upscale',
    'birefnet-v2': 'remove-background',
    'clarity-upscaler': 'upscale',
  })
  expect(models.find(({ id }) => id === 'flux-dev')).toMatchObject({ tool: null })
})

/** How opaque an image is in a corner and in its middle, 0 to 255. */
async function opacityOf(file: Buffer) {
  const { format, width, height } = await sharp(file).metadata()
  const alpha = await sharp(file).ensureAlpha().extractChannel(3).raw().toBuffer()
  return { format, corner: alpha[0], middle: alpha[(height / 2) * width + width / 2] }
}
