import { describe, expect, it } from 'vitest'
import { createApp } from '#core/api/app.ts'
import { loadModels } from '#core/models/load-models.ts'
import { syncBuiltIns } from '#core/models/sync-models.ts'
import { testDatabase } from '#testing/database/database.ts'
import { limitModels } from '#testing/limit-models.ts'
import { manifestOf, markingStudio } from '#testing/provenance.ts'
import { testClient, testServer } from '#testing/server.ts'

// What the studio asks of every request holds at /v1, too.

const marking = markingStudio({ database: await testDatabase() })
const allowed = ['flux-schnell', 'wan-v2-2-5b']
const { limited, contributions } = limitModels(allowed)
const server = await testServer({ delayMs: 50 }, { ...marking, contributions })
const { context } = server
await syncBuiltIns(context.database)
await loadModels(context)

describe('an account that may use two models', () => {
  it('finds no other, and gets the first of them without a name', async () => {
    const { account, request } = await testClient(server, { credits: 1000 })
    limited.add(account.id)
    const { data } = (await request('GET', '/v1/models')).body as { data: { id: string }[] }
    expect(data.map(({ id }) => id).toSorted()).toEqual(allowed)
    expect(await request('GET', '/v1/models/flux-dev')).toMatchObject({ status: 404 })
    expect(await request('GET', '/v1/models/flux-schnell')).toMatchObject({ status: 200 })
    const path = '/v1/images/generations'
    const other = await request('POST', path, { model: 'flux-dev', prompt: 'a fox' })
    expect(other).toMatchObject({ status: 403, body: { error: { code: 'job_ceiling' } } })
    const made = await request('POST', path, { prompt: 'a fox', size: '512x512' })
    expect(made.status).toBe(200)
    const { body } = await request('GET', '/api/image-generation/history')
    expect(body.data).toMatchObject([{ generation: { model: 'flux-schnell' } }])
  })
})

it.each(['png', 'jpeg', 'webp'])('a result is marked, as %s', async (output_format) => {
  const { request } = await testClient(server, { credits: 1000 })
  const { body } = await request('POST', '/v1/images/generations', {
    ...{ model: 'flux-schnell', prompt: 'a fox', output_format, response_format: 'b64_json' },
  })
  const content = Buffer.from(body.data[0].b64_json, 'base64')
  expect(content.includes('trainedAlgorithmicMedia')).toBe(true)
  const manifest = await manifestOf(context, content, `image/${output_format}`)
  expect(manifest?.state).toBe('trusted')
})

it('a page of an allowed origin may ask with a key, and reads refusals', async () => {
  const origin = 'https://app.example'
  const app = createApp({ ...server.options, corsOrigins: new Set([origin]) }, null)
  const { key } = await testClient(server)
  const send = (method: string, headers: Record<string, string>) =>
    app.request('http://localhost:3000/v1/audio/speech', {
      method,
      headers: { origin, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: '{}' }),
    })
  const preflight = await send('OPTIONS', { 'access-control-request-method': 'POST' })
  expect(preflight.status).toBe(204)
  const refused = await send('POST', { authorization: `Bearer ${key}` })
  expect(refused.status).toBe(400)
  for (const response of [preflight, refused])
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
})
