import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { featureMatrices } from '#testing/security/feature-matrices.ts'
import { testClient, testServer } from '#testing/server.ts'
import { anyone, requireAccessRules, signedIn } from './access.ts'
import type { Env } from './env.ts'
import { createErrorHandler } from './errors.ts'

const hidden = featureMatrices.flatMap(({ hidden = [] }) => hidden)

const server = await testServer()
const client = await testClient(server)
const answer = (c: { text(text: string): Response }) => c.text('answered')

describe('the access rule of a route', () => {
  it('is required, or the app does not start', () => {
    const app = new Hono<Env>().get('/api/ruled', anyone, answer).post('/api/open', answer)
    expect(() => requireAccessRules(app)).toThrow('No access rule: POST /api/open')
  })

  it('must be registered before the handler', () => {
    const app = new Hono<Env>().get('/api/late', answer, signedIn)
    expect(() => requireAccessRules(app)).toThrow('GET /api/late')
  })

  it('applies to its own method and path alone', () => {
    const app = new Hono<Env>().get('/api/x', signedIn, answer).delete('/api/x', answer)
    expect(() => requireAccessRules(app)).toThrow('DELETE /api/x')
  })

  it('is found in routes with their own error handler', () => {
    const { log } = server.context
    const own = new Hono<Env>().get('/api/own', signedIn, answer)
    own.onError(createErrorHandler(log))
    expect(() => requireAccessRules(new Hono<Env>().route('/', own))).not.toThrow()
    const bare = new Hono<Env>().get('/api/bare', answer)
    bare.onError(createErrorHandler(log))
    expect(() => requireAccessRules(new Hono<Env>().route('/', bare))).toThrow('GET /api/bare')
  })

  it('is required for handlers of every method, and not for middleware', () => {
    const app = new Hono<Env>().use('/api/*', (_c, next) => next())
    expect(() => requireAccessRules(app)).not.toThrow()
    expect(() => requireAccessRules(app.all('/api/*', answer))).toThrow('ALL /api/*')
  })
})

describe('the documented security', () => {
  it('equals what the server enforces', async () => {
    const { body } = await client.request('GET', '/api/openapi.json')
    for (const [path, item] of Object.entries(body.paths as Record<string, object>)) {
      for (const [method, { security }] of Object.entries(
        item as Record<string, { security?: object[] }>,
      )) {
        const send = (headers: Record<string, string>) =>
          server.app.request(
            `http://localhost:3000${path.replace(/\{\w+\}/g, '01990000-0000-7000-8000-000000000000')}`,
            { method: method.toUpperCase(), headers },
          )
        const { status } = await send({})
        const place = `${method} ${path}`
        if (hidden.includes(path)) expect(status, place).toBe(404)
        else if (security) expect(status, place).toBe(401)
        if (security?.length === 1 && 'session' in (security[0] ?? {})) {
          const key = await send({ authorization: `Bearer ${client.key}` })
          expect({ status: key.status, body: await key.json() }, place).toMatchObject({
            status: 403,
            body: { code: 'session_needed' },
          })
        }
      }
    }
  })
})
