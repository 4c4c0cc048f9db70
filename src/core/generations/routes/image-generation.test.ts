import { describe, expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { testClient, testServer } from '#testing/server.ts'
import type { GenerationView } from '../generation-contract.ts'

const server = await testServer()

type Client = Awaited<ReturnType<typeof testClient>>

async function untilEnded({ request }: Client, id: string): Promise<GenerationView> {
  for (;;) {
    const { body } = await request('GET', `/api/generations/${id}`)
    if (!['pending', 'processing'].includes(body.status)) return body
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('POST /api/image-generation/create', () => {
  it('stores an image with a thumbnail, and charges once', async () => {
    const client = await testClient(server, { credits: 500 })
    const created = await client.request('POST', '/api/image-generation/create', {
      model: 'flux-dev',
      prompt: 'a fox',
      num_images: 2,
      image_size: 'square',
    })
    expect(created).toMatchObject({ status: 200, body: { status: 'pending', credits_charged: 60 } })

    const done = await untilEnded(client, created.body.id)
    expect(done).toMatchObject({
      status: 'completed',
      credits_refunded: 0,
      width: 512,
      height: 512,
      is_sample: true,
    })
    expect(done.images).toHaveLength(2)
    const file = await server.app.request(done.image_url ?? '')
    expect(file.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await file.arrayBuffer()).subarray(0, 3)).toEqual(
      Buffer.from([0xff, 0xd8, 0xff]),
    )
    expect(await readMoney(server.context, client.account.id)).toMatchObject({
      balance: 440,
      sum: 440,
    })
  })

  it('of 200 concurrent starts on a balance for three, three succeed, 197 are refused, and the emulator gets three jobs', async () => {
    const client = await testClient(server, { credits: 24 })
    const before = (await server.emulator.stats()).submitted
    const body = { model: 'flux-schnell', image_size: 'square', prompt: 'a fox' }
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        client.request('POST', '/api/image-generation/create', body),
      ),
    )

    const accepted = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 400)
    expect([accepted.length, refused.length]).toEqual([3, 197])
    for (const { body } of refused)
      expect(body).toMatchObject({ code: 'insufficient_credits', required: 8, current: 0 })
    for (const { body } of accepted)
      expect((await untilEnded(client, body.id)).status).toBe('completed')
    expect((await server.emulator.stats()).submitted - before).toBe(3)
  })

  it.each([
    [
      { prompt: 'x', model: 'flux-dev', num_inference_steps: 51 },
      'Inference steps must be between 10 and 50',
    ],
    [{ prompt: 'x', image_size: 'huge' }, 'Shape must be one of: square, square_hd'],
    [{ model: 'flux-dev' }, 'Prompt is required'],
    [{ prompt: 'x', num_images: 0 }, 'Images must be one of: 1, 2, 3, 4'],
    [{ prompt: 'x', model: 'gpt' }, 'Generation function not available: there is no model “gpt”'],
    [{ prompt: 'x', image_generation_type: 'text-to-video' }, 'Invalid image generation type'],
    [{ prompt: 'x', request_id: '' }, 'Request id is required'],
  ])('refuses %j', async (body, message) => {
    const client = await testClient(server)
    const answer = await client.request('POST', '/api/image-generation/create', body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(message)
    expect((await readMoney(server.context, client.account.id)).balance).toBe(1000)
  })

  it('answers in the reader’s language', async () => {
    const client = await testClient(server, { credits: 1 })
    const answer = await client.request(
      'POST',
      '/api/image-generation/create',
      { prompt: '狐狸' },
      { 'accept-language': 'zh-CN,zh;q=0.9' },
    )
    expect(answer.body.error).toBe('积分不足。本次需要 30 积分，您当前有 1 积分。')
  })

  it('answers 401, 403 and 415 without credentials, rights or JSON', async () => {
    const free = await testClient(server, { credits: 100, paid: false })
    expect(
      (await free.request('POST', '/api/image-generation/create', { prompt: 'x' })).body.code,
    ).toBe('never_paid')
    const json = { 'content-type': 'application/json' }
    const path = 'http://localhost:3000/api/image-generation/create'
    expect(
      (await server.app.request(path, { method: 'POST', body: '{}', headers: json })).status,
    ).toBe(401)
    const headers = { authorization: `Bearer ${free.key}` }
    expect(
      (await server.app.request(path, { method: 'POST', body: 'prompt=x', headers })).status,
    ).toBe(415)
    expect(
      (
        await server.app.request(path, {
          method: 'POST',
          body: '{',
          headers: { ...headers, ...json },
        })
      ).status,
    ).toBe(400)
    const foreign = { ...headers, ...json, origin: 'https://evil.example' }
    expect(
      (await server.app.request(path, { method: 'POST', body: '{}', headers: foreign })).status,
    ).toBe(403)
  })
})

describe('a generation belongs to its account', () => {
  it('is not found by another one, nor is its private image', async () => {
    const [owner, other] = [await testClient(server), await testClient(server)]
    const created = await owner.request('POST', '/api/image-generation/create', {
      prompt: 'mine',
      isPublic: false,
      model: 'flux-schnell',
      image_size: 'square',
    })
    const done = await untilEnded(owner, created.body.id)

    expect((await other.request('GET', `/api/generations/${done.id}`)).status).toBe(404)
    expect((await other.request('POST', `/api/generations/${done.id}/cancel`)).status).toBe(404)
    expect(
      (await other.request('POST', `/api/generations/${done.id}/visibility`, { is_public: true }))
        .status,
    ).toBe(404)
    const asked = async (key?: string) =>
      (
        await server.app.request(done.image_url ?? '', {
          headers: key ? { authorization: `Bearer ${key}` } : {},
        })
      ).status
    expect([await asked(), await asked(other.key), await asked(owner.key)]).toEqual([404, 404, 200])

    await owner.request('POST', `/api/generations/${done.id}/visibility`, { is_public: true })
    expect(await asked()).toBe(200)
  })

  it('is in the history of its owner alone', async () => {
    const [owner, other] = [await testClient(server), await testClient(server)]
    const created = await owner.request('POST', '/api/image-generation/create', {
      prompt: 'find me',
      image_size: 'square',
    })
    const mine = await owner.request('GET', '/api/image-generation/history')
    expect(mine.body).toMatchObject({
      total: 1,
      page: 1,
      totalPages: 1,
      data: [{ id: created.body.id, prompt: 'find me' }],
    })
    expect((await other.request('GET', '/api/image-generation/history')).body).toMatchObject({
      total: 0,
      data: [],
    })
    expect((await owner.request('GET', '/api/image-generation/history?pageSize=0')).status).toBe(
      400,
    )
    expect((await owner.request('GET', '/api/image-generation/history?page=9')).body.data).toEqual(
      [],
    )
  })
})
