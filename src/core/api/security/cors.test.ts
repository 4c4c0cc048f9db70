import { describe, expect, it } from 'vitest'
import { basesOf } from '#core/http/env.ts'
import { readMoney } from '#testing/context.ts'
import { testPerson } from '#testing/person.ts'
import { testClient, testServer } from '#testing/server.ts'
import { createApp } from '../app.ts'

const server = await testServer({ media: 'plain' })
const origin = 'https://app.example'
const app = createApp({ ...server.options, corsOrigins: new Set([origin]) }, null)
const create = '/api/image-generation/create'
const fox = JSON.stringify({ model: 'flux-schnell', prompt: 'a fox' })

type Headers = Record<string, string>

const send = (path: string, method: string, headers: Headers, to: typeof app = app) =>
  to.request(`http://localhost:3000${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: fox }),
  })

const corsHeaders = (response: Response) =>
  [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))

const preflight = { 'access-control-request-method': 'POST', origin }

/** Nearly the allowed origin. */
const others = [
  'https://evil.example',
  'https://app.example.evil.example',
  'https://app.example:444',
  'http://app.example',
  'https://APP.example',
  'https://app.example/',
  'https://sub.app.example',
  'null',
  '*',
  '',
]

describe('a page of an allowed origin', () => {
  it.each([create, '/api/events', '/api/nothing', '/media/a/b/1.png'])(
    'may ask for %s, never with credentials',
    async (path) => {
      const response = await send(path, 'OPTIONS', preflight)
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      expect(response.headers.get('access-control-allow-headers')).toBe('*, authorization')
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
      expect(response.headers.get('vary')).toContain('origin')
    },
  )

  it('generates with a key, and reads refusals and their headers', async () => {
    const { key, account } = await testClient(server, { credits: 100 })
    const authorization = `Bearer ${key}`
    const cross = { origin, 'sec-fetch-site': 'cross-site' }
    const made = await send(create, 'POST', { authorization, ...cross })
    expect(made.status).toBe(200)
    const wrong = await send(create, 'POST', { authorization: 'Bearer atl_wrong', origin })
    const missing = await send('/api/nothing', 'GET', { authorization, ...cross })
    const refused = await send('/api/wan/createAudio', 'POST', { authorization, ...cross })
    expect([wrong.status, missing.status, refused.status]).toEqual([401, 404, 400])
    for (const response of [made, wrong, missing, refused]) {
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      expect(response.headers.get('access-control-expose-headers')).toContain('retry-after')
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    }
    const { entries } = await readMoney(server.context, account.id)
    expect(entries.map(({ reason }) => reason)).toEqual(['grant', 'charge'])
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'changes nothing with a cookie by %s, also beside a wrong key',
    async (method) => {
      const { account, headers } = await testPerson(server, { credits: 100 })
      const { key } = await testClient(server)
      const wrong = { ...headers, authorization: 'Bearer atl_wrong', origin } as Headers
      expect((await send(create, 'POST', wrong)).status).toBe(401)
      for (const more of [{}, { authorization: `Key ${key}` }, { authorization: 'Bearer' }]) {
        const path = method === 'POST' ? create : '/api/account'
        const response = await send(path, method, { ...headers, ...more, origin } as Headers)
        expect(response.status).toBe(403)
        expect(await response.json()).toMatchObject({ code: 'foreign_origin' })
        expect(response.headers.has('access-control-allow-credentials')).toBe(false)
      }
      const { entries } = await readMoney(server.context, account.id)
      expect(entries.map(({ reason }) => reason)).toEqual(['grant'])
    },
  )

  it('does not use addresses of features that are not for it', async () => {
    const { key } = await testClient(server)
    const authorization = `Bearer ${key}`
    const closed = basesOf(server.options.features).filter(({ isForOrigins }) => !isForOrigins)
    for (const { path: pattern } of closed) {
      const path = pattern.replace('*', 'x')
      const answer = await send(path, 'POST', { authorization, origin })
      expect(answer.status, path).toBe(403)
      expect(corsHeaders(await send(path, 'OPTIONS', preflight)), path).toEqual([])
      expect(corsHeaders(await send(path, 'GET', { authorization, origin })), path).toEqual([])
    }
  })

  it('does not use the pages or the metrics', async () => {
    const { key } = await testClient(server)
    const authorization = `Bearer ${key}`
    for (const path of ['/metrics', '/', '/pricing', '/healthz']) {
      expect(corsHeaders(await send(path, 'OPTIONS', preflight)), path).toEqual([])
      expect(corsHeaders(await send(path, 'GET', { authorization, origin })), path).toEqual([])
    }
  })
})

describe('a page of another origin', () => {
  it.each(others)('%s: reads nothing and changes nothing, with a valid key', async (from) => {
    const { key, account } = await testClient(server, { credits: 100 })
    const authorization = `Bearer ${key}`
    const asked = await send(create, 'OPTIONS', { ...preflight, origin: from })
    const read = await send('/api/account', 'GET', { authorization, origin: from })
    const made = await send(create, 'POST', { authorization, origin: from })
    expect([asked, read, made].flatMap(corsHeaders)).toEqual([])
    expect(read.headers.get('vary')).toContain('origin')
    expect(made.status).toBe(403)
    expect((await readMoney(server.context, account.id)).balance).toBe(100)
  })

  it('is not allowed by a request that names no origin', async () => {
    const { key } = await testClient(server)
    const authorization = `Bearer ${key}`
    const cross = await send(create, 'POST', { authorization, 'sec-fetch-site': 'cross-site' })
    expect(cross.status).toBe(403)
    expect(corsHeaders(await send('/api/account', 'GET', { authorization }))).toEqual([])
  })
})

it('without CORS_ORIGINS no answer has a header of CORS', async () => {
  const { key } = await testClient(server)
  const authorization = `Bearer ${key}`
  for (const response of [
    await send(create, 'OPTIONS', preflight, server.app),
    await send(create, 'POST', { authorization, origin }, server.app),
    await send('/api/account', 'GET', { authorization, origin }, server.app),
  ])
    expect(corsHeaders(response)).toEqual([])
})
