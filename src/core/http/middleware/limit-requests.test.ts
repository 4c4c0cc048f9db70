import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { createApp } from '#core/api/app.ts'
import { ErrorBody } from '#core/texts/contract/errors.ts'
import { listen } from '#main/listen.ts'
import { sessionCookieOf, testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import type { Env } from '../env.ts'

const limits = { known: 30, anonymous: 10, signIn: 5, trustedProxies: 1 }
const server = await testServer({}, {}, limits)
const { app, context } = server

let address = 0
/** The header of the proxy in front for a new client. */
const newClient = () => ({ 'x-forwarded-for': `203.0.113.${++address}` })

/** Counts the answers by status, and returns the last one. */
async function sendRequests(
  count: number,
  path: string,
  headers: Record<string, string>,
  to: Pick<typeof app, 'request'> = app,
) {
  const answers = await Promise.all(
    Array.from({ length: count }, () => to.request(`http://localhost:3000${path}`, { headers })),
  )
  const counts = Object.fromEntries(
    Map.groupBy(answers, ({ status }) => status)
      .entries()
      .map(([status, those]) => [status, those.length]),
  )
  const refused = answers.find(({ status }) => status === 429)
  return {
    counts,
    refused: refused && {
      retryAfter: refused.headers.get('retry-after'),
      body: ErrorBody.parse(await refused.json()),
    },
  }
}

describe('too many requests', () => {
  it('are limited per key, with the time to wait', async () => {
    const { account } = await testPerson(server)
    const keys = await Promise.all(
      ['one', 'other'].map((name) => createApiKey(context, account.id, name)),
    )
    const from = newClient()
    const { counts, refused } = await sendRequests(40, '/api/account', {
      authorization: `Bearer ${keys[0]}`,
      ...from,
    })
    expect(counts).toEqual({ 200: 30, 429: 10 })
    expect(refused?.body).toMatchObject({ code: 'too_many_requests' })
    expect(Number(refused?.retryAfter)).toBeGreaterThan(0)
    expect(Number(refused?.retryAfter)).toBeLessThanOrEqual(60)
    expect(refused?.body.message).toContain(`${refused?.retryAfter} s`)
    const other = await sendRequests(10, '/api/account', {
      authorization: `Bearer ${keys[1]}`,
      ...from,
    })
    expect(other.counts).toEqual({ 200: 10 })
  })

  it('are limited for an account’s sessions together', async () => {
    const { account, headers } = await testPerson(server)
    expect((await sendRequests(20, '/api/account', headers)).counts).toEqual({ 200: 20 })
    const second = { cookie: await sessionCookieOf(context, account.id) }
    expect((await sendRequests(20, '/api/account', second)).counts).toEqual({ 200: 10, 429: 10 })
  })

  it('are limited for pages that read the database, and for no other page', async () => {
    const from = newClient()
    const limitedPages = [{ path: '/list/*', isAuthenticated: false }] as const
    const features = [{ routes: () => new Hono<Env>(), limitedPages }]
    const withPages = createApp({ ...server.options, features }, null)
    const visit = async (count: number, path: string) =>
      (await sendRequests(count, path, from, withPages)).counts
    expect(await visit(12, '/zh/list')).toEqual({ 404: 10, 429: 2 })
    expect(await visit(1, '/zh/list/')).toEqual({ 429: 1 })
    expect(await visit(12, '/pricing')).toEqual({ 404: 12 })
  })

  it('are limited per address, also with ever new invalid keys', async () => {
    const from = newClient()
    const answers = Array.from({ length: 20 }, (_, n) =>
      sendRequests(1, '/api/account', { authorization: `Bearer atl_guess${n}`, ...from }),
    )
    const statuses = (await Promise.all(answers)).flatMap(({ counts }) => Object.keys(counts))
    expect(statuses.filter((status) => status === '429')).toHaveLength(10)
    expect((await sendRequests(1, '/api/settings', from)).counts).toEqual({ 429: 1 })
    expect((await sendRequests(1, '/api/settings', newClient())).counts).toEqual({ 200: 1 })
  })

  it('cannot be hidden by forged headers', async () => {
    const [{ 'x-forwarded-for': real }] = [newClient()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        sendRequests(1, '/api/settings', { 'x-forwarded-for': `198.51.100.${n}, ${real}` }),
      ),
    )
    expect(answers.filter(({ counts }) => counts[429])).toHaveLength(10)
  })

  it('have a stricter, separate limit for signing in', async () => {
    const from = newClient()
    const open = (path: string) => app.request(`http://localhost:3000${path}`, { headers: from })
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await open('/api/auth/callback')).status),
    )
    expect(statuses.toSorted()).toEqual([...Array(5).fill(302), ...Array(5).fill(429)])
    expect((await open('/api/auth/sign-in')).status).toBe(429)
    expect((await sendRequests(10, '/api/settings', from)).counts).toEqual({ 200: 10 })
  })

  it('show a page in the reader’s language during sign-in, with a link to retry', async () => {
    const from = newClient()
    const open = async (path: string, headers = {}) => {
      const answer = await app.request(`http://localhost:3000${path}`, {
        headers: { ...from, ...headers },
      })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }
    for (let n = 0; n < limits.signIn; n++) await open('/api/auth/callback')
    const path = '/api/auth/sign-in?return_to=%2Fpricing%3Fa%3D%22%3E%3Cscript%3E'
    const { status, headers, text } = await open(path)
    expect([status, headers.get('content-type')]).toEqual([429, 'text/html; charset=UTF-8'])
    const seconds = headers.get('retry-after')
    expect(Number(seconds)).toBeGreaterThan(0)
    expect(text).toContain(`Try again in ${seconds} s.`)
    expect(text).toContain(`href="${path}"`)
    expect(text).not.toContain('<script')
    for (const [there, more] of [
      ['/api/auth/sign-in?return_to=%2Fzh%2Fpricing', {}],
      ['/api/auth/callback?state=x', { cookie: 'locale=zh' }],
      ['/api/auth/callback?state=x', { 'accept-language': 'zh-CN' }],
    ] as const) {
      const chinese = await open(there, more)
      expect(chinese.text).toContain('<html lang="zh-CN"')
      expect(chinese.text).toMatch(/请在 \d+ 秒后重试/)
    }
  })

  it('are not limited for webhooks, pages, media and health', async () => {
    const from = newClient()
    await sendRequests(20, '/api/settings', from)
    for (const path of ['/healthz', '/media/x/y/z.png', '/creator/image']) {
      expect(Object.keys((await sendRequests(20, path, from)).counts), path).not.toContain('429')
    }
    for (const path of ['/api/wan/getResult']) {
      const announced = await Promise.all(
        Array.from({ length: 20 }, () =>
          app.request(path, { method: 'POST', headers: from, body: '{}' }),
        ),
      )
      expect(
        announced.map(({ status }) => status),
        path,
      ).not.toContain(429)
    }
  })

  it('are limited by the connection’s address where no proxy is trusted', async () => {
    const direct = await testServer({}, {}, { ...limits, trustedProxies: 0 })
    const listener = await listen(0, '127.0.0.1')
    afterAll(() => listener.close())
    await listener.handle(getRequestListener(direct.app.fetch))
    const asked = Array.from({ length: 20 }, async () => {
      const { status, body } = await fetch(`http://127.0.0.1:${listener.port}/api/settings`, {
        headers: newClient(),
      })
      await body?.cancel()
      return status
    })
    expect((await Promise.all(asked)).filter((status) => status === 429)).toHaveLength(10)
  })
})
