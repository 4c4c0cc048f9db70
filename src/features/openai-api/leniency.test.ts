import { describe, expect, it } from 'vitest'
import { serveApp } from '#testing/fal-client.ts'
import { testClient, testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 20 })
const url = await serveApp(server)
const usual = { model: 'flux-schnell', prompt: 'a red fox', size: '512x512' }

/** What a client sends whose words are not quite OpenAI's. */
async function create(given: Record<string, unknown>, path = '/v1/images/generations') {
  const { key, request } = await testClient(server, { credits: 1_000 })
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...usual, ...given }),
  })
  const { body } = await request('GET', '/api/image-generation/history')
  const made = body.data.map((one: { generation: object }) => one.generation)
  return { response, made }
}

describe('a request for images', () => {
  it.each([
    ['empty texts', { n: '', quality: '', response_format: '', user: '', seed: '' }, {}],
    ['a number as text', { n: '2' }, { number_of_images: 2 }],
    ['a number of the model’s own as text', { num_inference_steps: '3' }, { steps: 3 }],
  ])('may have %s', async (_, given, record) => {
    const { response, made } = await create(given)
    expect(response.status).toBe(200)
    expect(made).toMatchObject([record])
    expect(response.headers.get('x-ignored-parameters')).toBeNull()
  })

  it('may have parameters of other models and servers, which it names', async () => {
    const names = { sampler: 'euler', colour: 'red', 'ünïcode\n': 1, clip_skip: 2 }
    const { response, made } = await create(names)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-ignored-parameters')).toBe(
      'sampler, colour, %C3%BCn%C3%AFcode%0A, clip_skip',
    )
    expect(made).toHaveLength(1)
  })

  it('is refused for a text that is no number, and charged nothing', async () => {
    for (const n of ['1.5', 'two', '1e1']) {
      const { response, made } = await create({ n })
      expect([n, response.status, made]).toEqual([n, 400, []])
    }
  })
})

describe('an address that ends with a slash', () => {
  it.each(['//v1/models', '/v1//models', '///v1///models'])('works: %s', async (path) => {
    const { key } = await testClient(server)
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ object: 'list' })
  })

  it('creates, with the same checks', async () => {
    expect((await create({}, '//v1/images/generations')).response.status).toBe(200)
    expect((await fetch(`${url}//v1/models`)).status).toBe(401)
    expect((await fetch(`${url}//api/account`)).status).toBe(404)
  })
})
