import { describe, expect, it } from 'vitest'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { creatingClient } from '#testing/api/creating-client.ts'
import { testProviders } from '#testing/context.ts'
import { modelInput } from '#testing/model-input.ts'
import { testServer } from '#testing/server.ts'
import { createEndpoints } from './create-endpoints.ts'

/** No worker runs: these tests are about starts. */
const server = await testServer({}, { providers: testProviders('http://127.0.0.1:65531') })
const chinese = { 'accept-language': 'zh-CN' }

const maker = (money = {}) => creatingClient(server, money)

const photo = (client: Awaited<ReturnType<typeof maker>>) => client.fileFor('image')

describe.each(createEndpoints)('POST $path', ({ kind, path, typeField, modelFields }) => {
  const models = builtInModels.filter((model) => model.kind === kind)

  it.each(models.map((model) => [model.generationType, model.id, model] as const))(
    'creates %s with %s, and records its inputs',
    async (generationType, id, model) => {
      const client = await maker({ credits: 1000 })
      const input = modelInput(model, client.fileFor)
      const body = {
        ...input,
        [modelFields[0] ?? '']: id,
        ...(typeField && { [typeField]: generationType }),
      }
      const answer = await client.request('POST', path, {
        ...body,
        user: 'somebody',
        user_email: 'x@example.com',
      })

      expect(answer.status, answer.body.error).toBe(200)
      const { generation } = answer.body
      expect(answer.body).toMatchObject({ id: generation.id, job_id: generation.id, message: 'ok' })
      expect(generation).toMatchObject({
        kind,
        generation_type: generationType,
        model: id,
        user_email: client.account.email,
      })
      expect(await client.balance()).toBe(1000 - answer.body.credits_charged)
      const given = Object.entries(model.fields).filter(
        ([name, { control }]) => control.kind === 'file' && Boolean(input[name]),
      )
      expect(generation.inputs.map(({ field }: { field: string }) => field)).toEqual(
        given.map(([name]) => name),
      )
      for (const { field, url } of generation.inputs) {
        expect(generation.input[field]).toBe(url)
        expect(url).toMatch(/^http:\/\/localhost:3000\/media\//)
        const file = await server.app.request(url)
        expect([file.status, (await file.arrayBuffer()).byteLength > 1000]).toEqual([200, true])
      }
    },
  )

  it('answers a repeated request with the earlier generation, and refuses another request under its request_id', async () => {
    const client = await maker({ credits: 2000 })
    const model = models.find(({ hidden }) => !hidden) ?? models[0]
    if (!model) throw new Error('A kind without models')
    const named = {
      [modelFields[0] ?? '']: model.id,
      ...(typeField && { [typeField]: model.generationType }),
    }
    const input = modelInput(model, client.fileFor)
    const again = (changed: object) =>
      client.request('POST', path, { ...named, ...input, request_id: 'mine', ...changed })

    const { id, credits_charged: price } = (await again({})).body
    const isDefault = (name: string) =>
      model.fields[name]?.schema().safeParse(undefined).data === input[name]
    const defaults = Object.entries(input).filter(([name]) => isDefault(name))
    const unsaid = Object.fromEntries(defaults.map(([name]) => [name, undefined]))
    for (const same of [{}, { unknown: 1, user: 'x', isPublic: true }, unsaid]) {
      expect(await again(same)).toMatchObject({ status: 200, body: { id } })
    }
    const texts = Object.entries(model.fields).flatMap(([name, { control }]) =>
      control.kind === 'text' ? [{ [name]: 'another wish' }] : [],
    )
    const files = Object.entries(model.fields).filter(
      ([name, { control }]) => control.kind === 'file' && input[name],
    )
    const others = files.map(([name]) => ({ [name]: `${input[name]}?other` }))
    for (const other of [...texts.slice(0, 1), { isPublic: false }, ...others]) {
      const refused = { status: 409, body: { code: 'request_id_reused' } }
      expect(await again(other), JSON.stringify(other)).toMatchObject(refused)
    }
    expect(await client.balance()).toBe(2000 - price)
  })

  it('uses the first model of its kind when none is named', async () => {
    const client = await maker()
    const [first] = models
    const body = first ? modelInput(first, client.fileFor) : {}
    const { generation } = (await client.request('POST', path, body)).body
    expect(generation).toMatchObject({ model: first?.id, generation_type: first?.generationType })
  })

  it('refuses an unknown model, and one of another kind', async () => {
    const client = await maker()
    const elsewhere = builtInModels.find((model) => model.kind !== kind)?.id
    for (const model of ['gpt', '', elsewhere]) {
      const answer = await client.request('POST', path, {
        [modelFields[0] ?? '']: model,
        prompt: 'x',
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'unknown_model' } })
    }
    expect(await client.balance()).toBe(1000)
  })

  it('rejects missing credentials, foreign pages and invalid JSON', async () => {
    const { key } = await maker()
    const call = async (headers: Record<string, string>, body = '{}') =>
      (await server.app.request(`http://localhost:3000${path}`, { method: 'POST', headers, body }))
        .status
    const [json, bearer] = [
      { 'content-type': 'application/json' },
      { authorization: `Bearer ${key}` },
    ]
    expect(await call(json)).toBe(401)
    expect(await call({ ...json, ...bearer, origin: 'https://evil.example' })).toBe(403)
    expect(await call({ ...bearer, 'content-type': 'text/plain' })).toBe(415)
    expect(await call({ ...json, ...bearer }, '{')).toBe(400)
  })
})

describe('an unknown type', () => {
  it.each([
    [
      '/api/wan/createVideo',
      { video_generation_type: 'text-to-smell' },
      'Invalid video generation type',
      '无效的视频生成类型',
    ],
    [
      '/api/wan/createVideo',
      { video_generation_type: 'text-to-image' },
      'Invalid video generation type',
      '无效的视频生成类型',
    ],
    [
      '/api/image-generation/create',
      { image_generation_type: '' },
      'Invalid image generation type',
      '无效的图片生成类型',
    ],
    [
      '/api/generations/quote',
      { model: 'vace', input: { video_generation_type: 'x' } },
      'Invalid video generation type',
      '无效的视频生成类型',
    ],
    [
      '/api/generations/quote',
      { model: 'flux-dev', input: { image_generation_type: 'vace' } },
      'Invalid image generation type',
      '无效的图片生成类型',
    ],
    [
      '/api/generations/quote',
      { model: 'vace', generation_type: 'x', input: {} },
      'Invalid video generation type',
      '无效的视频生成类型',
    ],
  ])('%s %j', async (path, body, english, inChinese) => {
    const client = await maker()
    const answer = await client.request('POST', path, { prompt: 'x', ...body })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_generation_type', error: english },
    })
    expect((await client.request('POST', path, { prompt: 'x', ...body }, chinese)).body.error).toBe(
      inChinese,
    )
  })
})

describe('image-to-image with another model', () => {
  it('runs on flux-dev, priced and recorded as such, without the values of the other model', async () => {
    const client = await maker()
    const body = {
      image_generation_type: 'image-to-image',
      model: 'flux-schnell',
      prompt: 'a fox',
      image_url: photo(client),
      num_inference_steps: 4,
      image_size: 'square',
      num_images: 2,
    }
    const { status, body: answer } = await client.request(
      'POST',
      '/api/image-generation/create',
      body,
    )
    expect([status, answer.credits_charged, answer.generation?.model]).toEqual([
      200,
      60,
      'flux-dev',
    ])
    expect(answer.generation).toMatchObject({
      steps: 28,
      generation_params: { image_strength: 0.95 },
    })
    expect(answer.generation.input).not.toHaveProperty('image_size')
    expect(answer.generation.reference_image_url).toBe(answer.generation.inputs[0].url)
    const quote = await client.request('POST', '/api/generations/quote', {
      model: 'flux-schnell',
      generation_type: 'image-to-image',
      input: { prompt: 'a fox', num_inference_steps: 4, num_images: 2 },
    })
    expect(quote.body).toMatchObject({ credits: 60, breakdown: { base: 30, quantity: 2 } })
  })

  it('refuses values that neither model accepts, and an unknown model', async () => {
    const client = await maker()
    const common = {
      image_generation_type: 'image-to-image',
      prompt: 'a fox',
      image_url: photo(client),
    }
    const many = { ...common, model: 'flux-schnell', num_inference_steps: 99 }
    const answer = await client.request('POST', '/api/image-generation/create', many)
    expect(answer.body.error).toBe('Inference steps must be between 10 and 50')
    expect(
      (await client.request('POST', '/api/image-generation/create', { ...common, model: 'vace' }))
        .body.code,
    ).toBe('unknown_model')
  })

  it('accepts the specification’s name of the strength', async () => {
    const client = await maker()
    const body = {
      image_generation_type: 'image-to-image',
      prompt: 'a fox',
      image_url: photo(client),
      image_strength: 0.5,
    }
    const { generation } = (await client.request('POST', '/api/image-generation/create', body)).body
    expect(generation.generation_params).toMatchObject({ image_strength: 0.5 })
  })
})

describe('the audio endpoint', () => {
  it('returns the price and the balance', async () => {
    const client = await maker({ credits: 49 })
    const body = { video_url: client.fileFor('video') }
    expect(await client.request('POST', '/api/wan/createAudio', body)).toMatchObject({
      status: 400,
      body: {
        error: 'Insufficient credits',
        code: 'insufficient_credits',
        message: 'Insufficient credits. This takes 50 credits and you have 49.',
        required: 50,
        current: 49,
      },
    })
    expect(
      (await client.request('POST', '/api/wan/createAudio', body, chinese)).body,
    ).toMatchObject({
      error: '积分不足',
      message: '积分不足。本次需要 50 积分，您当前有 49 积分。',
    })
  })

  it('asks for a purchase, in a short and a long text', async () => {
    const client = await maker({ paid: false })
    const body = { video_url: client.fileFor('video') }
    const answer = await client.request('POST', '/api/wan/createAudio', body, chinese)
    expect(answer).toMatchObject({
      status: 403,
      body: {
        error: '需要升级账户',
        message: '需要升级账户才能使用音频生成功能',
        code: 'never_paid',
      },
    })
    expect((await client.request('POST', '/api/wan/createAudio', body)).body).toMatchObject({
      error: 'Account upgrade required',
      message: 'Upgrade your account to generate audio.',
    })
  })
})

describe('GET /api/image-understanding/status', () => {
  it('returns the status of a question to its owner only', async () => {
    const [client, other] = [await maker(), await maker()]
    const body = { image: photo(client), question: 'What is this?' }
    const { job_id: id } = (await client.request('POST', '/api/image-understanding/create', body))
      .body
    const answer = await client.request('GET', `/api/image-understanding/status?job_id=${id}`)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).toSorted()).toEqual([
      'created_at',
      'error',
      'job_id',
      'result',
      'status',
      'updated_at',
    ])
    const wrong = [
      await other.request('GET', `/api/image-understanding/status?job_id=${id}`),
      await client.request('GET', '/api/image-understanding/status?job_id=x'),
      await client.request('GET', `/api/audio-generation/status?record_id=${id}`),
    ]
    for (const { status, body } of wrong) expect([status, body.code]).toEqual([404, 'not_found'])
    expect((await client.request('GET', '/api/image-understanding/status')).status).toBe(400)
  })
})
