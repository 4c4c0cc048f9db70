import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { parseJson } from '#core/http/validation.ts'
import { maxDataUriBytes } from '#core/media/upload-rules.ts'
import { creatingClient } from '#testing/api/creating-client.ts'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 50 })
const url = await serveApp(server)

/** Sends real requests: the length of a body is known before it is read. */
async function maker() {
  const client = await creatingClient(server)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${client.key}` }
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the route says.
    return { status: answer.status, body: (await answer.json()) as any }
  }
  return { ...client, headers, request: send }
}

const dataUri = (type: string, content: Buffer) =>
  `data:${type};base64,${content.toString('base64')}`
const video = await sampleFile('video.mp4')
const photo = dataUri('image/jpeg', await sampleFile('photo.jpg'))

const edit = (image_url: unknown) => ({
  model: 'flux-pro-kontext',
  prompt: 'make it night',
  image_url,
})
const createPath = '/api/image-editor/create'

describe('a data: URI in a file field', () => {
  it('is stored as an upload and never with the input', async () => {
    const client = await maker()
    const answer = await client.request('POST', createPath, edit(photo))
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const { input } = await server.context.database
      .selectFrom('generation')
      .select('input')
      .where('id', '=', answer.body.id)
      .executeTakeFirstOrThrow()
    expect(input).toMatchObject({
      image_url: expect.stringMatching(/^\/media\/[\w-]+\/[\w-]+\/1$/),
    })
    expect(answer.body.generation.inputs).toMatchObject([
      { field: 'image_url', content_type: 'image/jpeg' },
    ])
  })

  it('is quoted like an address', async () => {
    const client = await maker()
    const { prompt } = edit(photo)
    const input = { prompt, image_url: photo }
    const quote = { kind: 'image-editing', model: 'flux-pro-kontext', input }
    const answer = await client.request('POST', '/api/generations/quote', quote)
    expect(answer).toMatchObject({ status: 200, body: { credits: expect.any(Number) } })
  })

  it('makes the same request again for the same bytes, and another one for others', async () => {
    const client = await maker()
    const request_id = crypto.randomUUID()
    const first = await client.request('POST', createPath, { ...edit(photo), request_id })
    const sameBytes = photo.replace('image/jpeg', 'application/octet-stream')
    const again = await client.request('POST', createPath, { ...edit(sameBytes), request_id })
    expect(again.body.id).toBe(first.body.id)
    const other = dataUri('image/png', await sampleFile('photo.png'))
    const refused = await client.request('POST', createPath, { ...edit(other), request_id })
    expect(refused).toMatchObject({ status: 409, body: { code: 'request_id_reused' } })
    expect(await client.balance()).toBe(1000 - first.body.credits_charged)
  })

  it.each([
    ['no base64', 'data:image/svg+xml,<svg/>', 'wrong_file'],
    ['no comma', 'data:image/png;base64', 'wrong_file'],
    ['no file of an accepted format', dataUri('image/png', Buffer.from('<svg/>')), 'wrong_file'],
    ['the start of a file', dataUri('image/jpeg', Buffer.from([255, 216, 255, 224])), 'wrong_file'],
    ['a file of another type', dataUri('image/jpeg', video), 'wrong_file'],
    [
      'more bytes than allowed',
      dataUri('image/png', randomBytes(maxDataUriBytes + 1)),
      'file_too_large',
    ],
  ])('is refused, its field named, nothing charged: %s', async (_, image_url, problem) => {
    const client = await maker()
    const answer = await client.request('POST', createPath, edit(image_url))
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: [{ field: 'image_url', problem }] },
    })
    expect(await client.balance()).toBe(1000)
  })

  it('counts with the others of its request', async () => {
    const client = await maker()
    const half = () => dataUri('image/png', randomBytes(maxDataUriBytes / 2 + 1))
    const ref_image_urls = [half(), half()]
    const asked = { video_generation_type: 'vace', prompt: 'a fox', ref_image_urls }
    const answer = await client.request('POST', '/api/wan/createVideo', asked)
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'ref_image_urls', problem: 'file_too_large' }] },
    })
  })
})

describe('a body beyond 256 kB', () => {
  const large = 'x'.repeat(256 * 1024)

  it('is for requests with files of an account', async () => {
    const client = await maker()
    const answer = await client.request('POST', createPath, { ...edit(photo), other: large })
    expect(answer.status).toBe(200)
    const elsewhere = await client.request('PATCH', '/api/account', { name: large })
    expect(elsewhere.status).toBe(413)
    const quote = { kind: 'image', input: { prompt: large } }
    const visitor = await fetch(`${url}/api/generations/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(quote),
    })
    expect(visitor.status).toBe(413)
  })

  it('may have many values where it is no longer than a definition of a model', () => {
    expect(parseJson(`[${'0,'.repeat(200_000)}0]`)).toHaveLength(200_001)
  })

  it('is refused where it has as many values as bytes', async () => {
    const client = await maker()
    const many = Array.from({ length: 600_000 }, () => 0)
    const answer = await client.request('POST', createPath, { ...edit(photo), many })
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } })
  })

  it('is read for at most two requests of an account at once', async () => {
    const { headers } = await maker()
    const body = JSON.stringify({ ...edit(photo), other: large })
    const three = [1, 2, 3].map(() => {
      const sending = request(url + createPath, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      })
      sending.write(body.slice(0, -1))
      const answered = once(sending, 'response') as Promise<[IncomingMessage]>
      return { sending, status: answered.then(([answer]) => answer.resume().statusCode) }
    })
    expect(await Promise.race(three.map(({ status }) => status))).toBe(429)
    for (const { sending } of three) sending.end(body.slice(-1))
    const statuses = await Promise.all(three.map(({ status }) => status))
    expect(statuses.toSorted()).toEqual([200, 200, 429])
  })
})
