import { toFile } from 'openai'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createApp } from '#core/api/app.ts'
import { builtInModels, findModel, setModels } from '#core/models/rules/catalogue.ts'
import type { Field } from '#core/models/rules/fields.ts'
import { file } from '#core/models/rules/file-field.ts'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { openAiClient, openAiRefusal, openAiVisitor } from '#testing/openai-client.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

const openai_aliases = { 'gpt-image-1': 'flux-dev', 'tts-1': 'eleven-v3' }
const settings = testSettings({ openai_aliases })
const server = await testServer({ media: 'plain', delayMs: 50 }, { settings })
const url = await serveApp(server)
const visitor = (money = {}) => openAiVisitor(server, url, money)
const photo = async (name = 'photo.png') =>
  toFile(Buffer.from(await sampleFile(name)), name, { type: 'image/png' })
const submitted = async () => (await server.emulator.stats()).submitted

describe('images', () => {
  it('are made, charged and recorded like those of the form', async () => {
    const { openai, account, request } = await visitor()
    const made = await openai.images.generate({
      model: 'flux-schnell',
      prompt: 'a red fox',
      n: 2,
      size: '512x512',
      user: 'somebody',
    })
    expect(made).toMatchObject({ size: '512x512', output_format: expect.any(String) })
    expect(made.data).toHaveLength(2)
    const [first] = made.data ?? []
    const file = await fetch(first?.url ?? '')
    expect([file.status, file.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ])
    const { body } = await request('GET', '/api/image-generation/history')
    expect(body.data.map((one: { generation: object }) => one.generation)).toMatchObject([
      { status: 'completed', model: 'flux-schnell', number_of_images: 2, prompt: 'a red fox' },
    ])
    const { entries, balance } = await readMoney(server.context, account.id)
    expect(entries.map(({ reason }) => reason)).toEqual(['grant', 'charge'])
    expect(balance).toBe(1000 - body.data[0].generation.credits_charged)
  })

  it('come as bytes where they are asked for, or the name is one of OpenAI’s', async () => {
    const { openai } = await visitor()
    const one = await openai.images.generate({ model: 'gpt-image-1', prompt: 'a red fox' })
    const other = await openai.images.generate({
      model: 'flux-dev',
      prompt: 'a red fox',
      response_format: 'b64_json',
    })
    for (const { data } of [one, other]) {
      const bytes = Buffer.from(data?.[0]?.b64_json ?? '', 'base64')
      expect(bytes.length).toBeGreaterThan(100)
      expect(data?.[0]?.url).toBeUndefined()
    }
  })

  it('take the model’s own fields, too', async () => {
    const { openai, request } = await visitor()
    const own = { seed: 7, num_inference_steps: 12, num_images: 2 }
    await openai.images.generate({ model: 'flux-dev', prompt: 'a red fox', ...own })
    const { body } = await request('GET', '/api/image-generation/history')
    expect(body.data[0].generation).toMatchObject({
      seed: 7,
      steps: 12,
      number_of_images: 2,
    })
  })

  it('are edited, by a model of editing and by one that starts from an image', async () => {
    const { openai, request } = await visitor()
    const edit = await openai.images.edit({
      model: 'nano-banana-edit',
      image: await photo(),
      prompt: 'a blue fox',
      output_format: 'png',
      size: '1536x1024',
    })
    expect(edit.data?.[0]?.url).toMatch(/^http/)
    const edits = await request('GET', '/api/image-editor/history')
    const { body: record } = await request('GET', `/api/generations/${edits.body.data[0].id}`)
    expect(record).toMatchObject({
      status: 'completed',
      input: { aspect_ratio: '3:2', output_format: 'png' },
    })
    await openai.images.edit({ model: 'gpt-image-1', image: [await photo()], prompt: 'blue' })
    const { body } = await request('GET', '/api/image-generation/history')
    expect(body.data[0].generation).toMatchObject({ generation_type: 'image-to-image' })
  })

  it('are edited from a data URL in JSON', async () => {
    const { openai } = await visitor()
    const bytes = Buffer.from(await sampleFile('photo.png')).toString('base64')
    const made = await openai.post('/images/edits', {
      body: {
        model: 'nano-banana-edit',
        prompt: 'a blue fox',
        images: [{ image_url: `data:image/png;base64,${bytes}` }],
      },
    })
    expect(made).toMatchObject({ data: [{ url: expect.stringMatching(/^http/) }] })
  })

  it('are varied, without words of the client', async () => {
    const { openai, request } = await visitor()
    const varied = await openai.images.createVariation({ image: await photo(), n: 2 })
    expect(varied.data).toHaveLength(2)
    const { body } = await request('GET', '/api/image-generation/history')
    expect(body.data[0].generation).toMatchObject({ generation_type: 'image-to-image' })
  })

  it.each([
    ['20 images', { n: 20 }, 400, 'n', 'invalid_value'],
    ['more images than the model makes', { n: 7 }, 400, 'n', 'invalid_value'],
    ['a size without a height', { size: '1024' }, 400, 'size', 'invalid_value'],
    ['an unknown model', { model: 'gpt-image-9' }, 404, 'model', 'model_not_found'],
    ['a model of videos', { model: 'text-to-video' }, 400, 'model', 'invalid_value'],
    ['more partial images', { partial_images: 4 }, 400, 'partial_images', 'invalid_value'],
    [
      'a transparent background',
      { background: 'transparent' },
      400,
      'background',
      'unsupported_parameter',
    ],
    ['an unknown size', { image_width: 400 }, 400, 'image_width', 'unknown_parameter'],
    ['an unknown number', { batchCount: 4 }, 400, 'batchCount', 'unknown_parameter'],
    [
      'an unknown file',
      { reference_image: 'https://host/a.png' },
      400,
      'reference_image',
      'unknown_parameter',
    ],
    ['no prompt', { prompt: '' }, 400, 'prompt', 'missing_required_parameter'],
    [
      'a field out of range',
      { num_inference_steps: 900 },
      400,
      'num_inference_steps',
      'invalid_value',
    ],
  ])('refuse %s by name and charge nothing', async (_, given, status, param, code) => {
    const { openai, account } = await visitor()
    const body = { model: 'flux-dev', prompt: 'a red fox', ...given }
    const error = await openAiRefusal(openai.post('/images/generations', { body }))
    expect(error).toMatchObject({ status, param, code, type: 'invalid_request_error' })
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 1000 })
  })

  it.each([
    ['a mask that the model does not take', { mask: 'photo.png' }, 'mask'],
    ['two images for a model of one', { images: 2 }, 'image'],
    ['a file that is no image', { image: 'video.mp4' }, 'image'],
  ])(
    'refuse to edit with %s',
    async (_, {
      mask,
      images = 1,
      image,
    }: { mask?: string; images?: number; image?: string }, param) => {
      const { openai, account } = await visitor()
      const call = openai.images.edit({
        model: 'nano-banana-edit',
        prompt: 'a blue fox',
        image: await Promise.all(Array.from({ length: images }, () => photo(image))),
        ...(mask && { mask: await photo(mask) }),
      })
      expect(await openAiRefusal(call)).toMatchObject({ status: 400, param })
      expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 1000 })
    },
  )

  it.each([
    ['content-policy', 400, 'moderation_blocked'],
    ['internal-error', 500, 'provider_error'],
  ])(
    'that fail (%s) are refunded, and the client does not pay for a retry',
    async (fault, status, code) => {
      const { account, key } = await visitor()
      const retrying = openAiClient(url, key).withOptions({ maxRetries: 2 })
      const before = await submitted()
      const error = await openAiRefusal(
        retrying.images.generate({ model: 'flux-dev', prompt: `a fox [fault:${fault}]` }),
      )
      expect(error).toMatchObject({ status, code })
      expect((await submitted()) - before).toBe(1)
      const { entries } = await readMoney(server.context, account.id)
      expect(entries.map(({ reason }) => reason)).toEqual(['grant', 'charge', 'refund'])
    },
  )
})

describe('an idempotency key', () => {
  it('gives the same images for the same request, also with a file', async () => {
    const { openai, account } = await visitor()
    const headers = { 'Idempotency-Key': 'order-1' }
    const edit = async (prompt: string) => {
      const image = await photo()
      const asked = {
        model: 'nano-banana-edit',
        image,
        prompt,
        response_format: 'b64_json',
      } as const
      return openai.images.edit(asked, { headers })
    }
    const [one, two] = [await edit('a blue fox'), await edit('a blue fox')]
    expect(one.data?.[0]?.b64_json).toBe(two.data?.[0]?.b64_json)
    const error = await openAiRefusal(edit('a green fox'))
    expect(error).toMatchObject({ status: 409, code: 'request_id_reused' })
    expect(error.headers?.get('x-should-retry')).toBe('false')
    const { entries } = await readMoney(server.context, account.id)
    expect(entries.map(({ reason }) => reason)).toEqual(['grant', 'charge'])
  })
})

describe('a wait for a result', () => {
  it('ends after its time; the same key gives the result at another process', async () => {
    const { openai, account, key } = await visitor()
    const before = await submitted()
    const headers = { 'Idempotency-Key': 'order-2' }
    const body = { model: 'flux-dev', prompt: 'a red fox [fault:slow]' }
    const app = createApp({ ...server.options, resultWaitMs: 0 }, null)
    const hasty = openAiClient(await serveApp({ app }), key)
    const ended = await openAiRefusal(hasty.images.generate(body, { headers }))
    expect(ended).toMatchObject({ status: 504, code: 'wait_ended', type: 'server_error' })
    expect(ended.headers?.get('x-should-retry')).toBeNull()

    // Nothing is shared with the first one but the database, as after a restart.
    expect((await openai.images.generate(body, { headers })).data).toHaveLength(1)
    expect((await submitted()) - before).toBe(1)
    const { entries } = await readMoney(server.context, account.id)
    expect(entries.map(({ reason }) => reason)).toEqual(['grant', 'charge'])
  }, 60_000)

  it('ends with a client that hangs up; the generation stays in the history', async () => {
    const { openai, request } = await visitor()
    const leaving = new AbortController()
    const call = openai.images.generate(
      { model: 'flux-dev', prompt: 'a red fox [fault:slow]' },
      { signal: leaving.signal },
    )
    const refused = openAiRefusal(call)
    const history = async () => (await request('GET', '/api/image-generation/history')).body.data
    await expect.poll(history).toHaveLength(1)
    leaving.abort()
    expect((await refused).name).toBe('Error')
    await expect
      .poll(async () => (await history())[0].status, { timeout: 30_000 })
      .toBe('completed')
  }, 60_000)
})

describe('a mask', () => {
  const edit = findModel('nano-banana-edit')
  if (!edit) throw new Error('The catalogue has no such model')
  const mask_url = file('image', { maskOf: 'image_url' }) as Field
  const inpainting = { ...edit, id: 'inpainting', fields: { ...edit.fields, mask_url } }
  setModels([...builtInModels, inpainting], [])

  const square = async (side: number, background: string) => {
    const create = { width: side, height: side, channels: 3 as const, background }
    const bytes = await sharp({ create }).png().toBuffer()
    return { image_url: `data:image/png;base64,${bytes.toString('base64')}` }
  }
  const paint = async (maskSide: number) => {
    const { openai, account, request } = await visitor()
    const [image, mask] = [await square(64, 'red'), await square(maskSide, 'white')]
    const body = { model: 'inpainting', prompt: 'a blue fox', images: [image], mask }
    return { account, request, call: openai.post('/images/edits', { body }) }
  }

  it('reaches a model that takes one', async () => {
    const { call, request } = await paint(64)
    await call
    const { body } = await request('GET', '/api/image-editor/history')
    const { body: record } = await request('GET', `/api/generations/${body.data[0].id}`)
    expect(record).toMatchObject({ model: 'inpainting', inputs: [{ width: 64 }, { width: 64 }] })
  })

  it('of another size is refused by name, with the size, and nothing is charged', async () => {
    const { call, account } = await paint(32)
    const error = await openAiRefusal(call)
    expect(error).toMatchObject({ status: 400, param: 'mask', code: 'invalid_value' })
    expect(error.message).toContain('64x64')
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 1000 })
  })
})

describe('credentials and credits', () => {
  it('refuse a wrong key as OpenAI does', async () => {
    expect(await openAiRefusal(openAiClient(url, 'atl_nobody').models.list())).toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    })
  })

  it.each([[{ credits: 1 }], [{ paid: false }]])('%j: insufficient_quota', async (money) => {
    const { openai } = await visitor(money)
    const error = await openAiRefusal(openai.images.generate({ model: 'flux-dev', prompt: 'x' }))
    expect(error).toMatchObject({
      status: 429,
      code: 'insufficient_quota',
      type: 'insufficient_quota',
    })
    expect(error.headers?.get('x-should-retry')).toBe('false')
  })

  it('pay for exactly three of 200 parallel requests', async () => {
    const probe = await visitor()
    await probe.openai.images.generate({ model: 'flux-dev', prompt: 'x', size: '512x512' })
    const cost = 1000 - (await readMoney(server.context, probe.account.id)).balance
    expect(cost).toBeGreaterThan(0)
    const { openai, account } = await visitor({ credits: 3 * cost + (cost - 1) })
    const before = await submitted()
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        openai.images.generate({ model: 'flux-dev', prompt: `fox ${index}`, size: '512x512' }).then(
          () => 'made',
          ({ code }: { code: string }) => code,
        ),
      ),
    )
    const counts = Map.groupBy(outcomes, (outcome) => outcome)
    expect([...counts].map(([outcome, all]) => [outcome, all.length]).toSorted()).toEqual([
      ['insufficient_quota', 197],
      ['made', 3],
    ])
    expect((await submitted()) - before).toBe(3)
    expect((await readMoney(server.context, account.id)).balance).toBe(cost - 1)
  }, 60_000)
})

describe('speech', () => {
  it('is made with a voice of the model, or one that stands for OpenAI’s', async () => {
    const { openai, request } = await visitor()
    for (const [voice, used] of [
      ['aria', 'Aria'],
      ['alloy', 'Rachel'],
    ]) {
      const spoken = await openai.audio.speech.create({
        model: 'tts-1',
        voice: voice ?? '',
        input: 'Good morning',
      })
      expect(spoken.headers.get('content-type')).toMatch(/^audio\//)
      expect((await spoken.arrayBuffer()).byteLength).toBeGreaterThan(100)
      const { body } = await request('GET', '/api/speech/history')
      const [{ generation }] = body.data
      expect(generation.input).toMatchObject({ voice: used })
      const named = ['x-generation-id', 'x-credits-charged'].map((name) => spoken.headers.get(name))
      expect(named).toEqual([generation.id, String(generation.credits_charged)])
    }
  })

  it.each([
    [{ voice: 'nobody' }, 'voice'],
    [{ response_format: 'flac' }, 'response_format'],
    [{ speed: 2 }, 'speed'],
    [{ stream_format: 'sse' }, 'stream_format'],
    [{ input: 'x'.repeat(5_001) }, 'input'],
  ])('refuses %j by name', async (given, param) => {
    const { openai, account } = await visitor()
    const body = { model: 'tts-1', voice: 'Aria', input: 'Good morning', ...given }
    const error = await openAiRefusal(openai.post('/audio/speech', { body }))
    expect(error).toMatchObject({ status: 400, param })
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 1000 })
  })
})

it('answers an unknown path in OpenAI’s format', async () => {
  const { openai } = await visitor()
  expect(
    await openAiRefusal(openai.embeddings.create({ model: 'x', input: 'a red fox' })),
  ).toMatchObject({
    status: 404,
    code: 'not_found',
  })
})
