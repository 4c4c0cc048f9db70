import { request as openRequest } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { testAccount } from '#testing/context.ts'
import { sessionCookieOf } from '#testing/person.ts'
import { readTable } from '#testing/security/matrix-table.ts'
import { listeningServer } from '#testing/server.ts'

const { url, context } = await listeningServer(() => ({}))
const account = await testAccount(context)
/** Renewed for each test, because one of the requests signs out. */
let cookie = ''
beforeEach(async () => {
  cookie = await sessionCookieOf(context, account.id)
})
const key = await createApiKey(context, account.id, 'x')
const json = { 'content-type': 'application/json' }
const send = (method: string, path: string, body?: string, headers?: Record<string, string>) =>
  fetch(url + path, {
    method,
    headers: { ...json, ...(headers ?? { cookie }) },
    ...(body !== undefined && { body }),
  })
const patch = async (body: string) => {
  const answer = await send('PATCH', '/api/account', body)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const posts = [...readTable().keys()].filter((operation) => /^(POST|DELETE|PATCH) /.test(operation))

describe('requests over a real connection', () => {
  it.each(posts)('with deeply nested bodies are rejected: %s', async (operation) => {
    const [method = '', route = ''] = operation.split(' ')
    const path = route.replace('*', 'fal-ai/flux/schnell').replace(':id', account.id)
    const target = {
      'x-fal-target-url': 'https://queue.fal.run/fal-ai/flux/schnell',
      authorization: `Bearer ${key}`,
    }
    const deep = '['.repeat(60_000) + ']'.repeat(60_000)
    for (const body of [
      deep,
      `{"input":${deep},"prompt":${deep},"ids":${deep},"email":${deep},"x":${deep}}`,
    ]) {
      const answer = await send(method, path, body, { ...target, cookie })
      expect(answer.status, await answer.text()).toBeLessThan(500)
    }
  })

  it('with names of Object.prototype change nothing', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      expect(await patch(`{"${name}":{"role":"owner","credits":5}}`)).toMatchObject({
        status: 400,
      })
      const made = await send(
        'POST',
        '/api/generations/quote',
        `{"model":"${name}","input":{"${name}":{"x":1}}}`,
      )
      expect(made.status, name).toBe(400)
      expect((await send('GET', `/api/account/ledger?${name}=x&${name}=y`)).status).toBe(400)
      expect((await send('GET', `/api/docs/${name}`)).status).toBe(404)
      expect((await send('GET', `/${name}`)).status).toBe(404)
    }
    const answer = await send('GET', '/api/account', undefined, {
      cookie: `__proto__=x; constructor=y; ${cookie}`,
    })
    expect(((await answer.json()) as { role: string | null }).role).toBeNull()
  })

  it('with invalid numbers set no limit', async () => {
    for (const number of [
      '-1',
      '0',
      '1.5',
      '1e400',
      '"5"',
      '1e9999',
      '9007199254740993',
      'true',
      '[5]',
      '1000000001',
      '-0',
    ]) {
      expect(await patch(`{"daily_cap":${number}}`), number).toMatchObject({ status: 400 })
      expect(await patch(`{"job_ceiling":${number}}`), number).toMatchObject({ status: 400 })
    }
    for (const body of [
      '{"Daily_Cap":5}',
      '{" daily_cap":5}',
      '{"daily_cap ":5}',
      '{"credits":5}',
      '{"has_paid":true}',
    ]) {
      expect(await patch(body), body).toMatchObject({ status: 400 })
    }
    expect((await patch('{"daily_cap":5,"daily_cap":7}')).body.limits).toMatchObject({
      daily_cap: 7,
      job_ceiling: null,
    })
  })

  it.each(['a\\u0000b', 'a\\u0007', 'line\\nline', '\\ud800', '\\u001b[31mred'])(
    'store no name like %s',
    async (name) => {
      const answer = await send('POST', '/api/account/keys', `{"name":"${name}","scopes":["read"]}`)
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_input' }])
    },
  )

  it('that are too long are rejected before they are read', async () => {
    expect((await send('GET', `/api/account/ledger?x=${'a'.repeat(12_000)}`)).status).toBe(400)
    const status = (path: string, headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const opened = openRequest(url + path, { headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        opened.on('error', reject).end()
      })
    expect(await status(`/api/settings?x=${'a'.repeat(40_000)}`, {})).toBe(431)
    expect(await status('/api/settings', { 'x-long': 'a'.repeat(40_000) })).toBe(431)
    expect(await status('/api/settings', { cookie: 'a=b; '.repeat(3_000) })).toBe(200)
  })

  it('without a content-length are counted as they arrive', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
    })
    const init = {
      method: 'PATCH',
      headers: { ...json, cookie },
      body: endless,
      duplex: 'half',
    } as RequestInit
    const answer = await fetch(`${url}/api/account`, init)
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'too_large' }])
  })
})
