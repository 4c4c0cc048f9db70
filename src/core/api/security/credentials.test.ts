import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testProviders } from '#testing/context.ts'
import { createRequester, testPerson } from '#testing/person.ts'
import { makeCaller } from '#testing/security/matrix-callers.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({}, { providers: testProviders('http://127.0.0.1:65531') })
const { app, context } = server
const admins = new Set<string>()
const at = (path: string, init: RequestInit = {}) =>
  app.request(`http://localhost:3000${path}`, init)

/** An account and a key of it. */
async function holder(scopes: string[] = ['create']) {
  const person = await testPerson(server)
  const { body } = await person.request('POST', '/api/account/keys', { name: 'x', scopes })
  return { ...person, id: body.id as string, key: body.key as string }
}

describe('an API key', () => {
  it('is accepted in its header only', async () => {
    const { key } = await holder()
    const elsewhere: [string, Record<string, string>][] = [
      [
        `?api_key=${key}&key=${key}&token=${key}&access_token=${key}&authorization=Bearer%20${key}`,
        {},
      ],
      ['', { cookie: `atelier_session=${key}` }],
      ['', { 'x-api-key': key, 'x-fal-key': key, 'proxy-authorization': `Bearer ${key}` }],
      ['', { authorization: `Basic ${btoa(`${key}:`)}` }],
      ['', { authorization: key }],
      ['', { authorization: `Bearer ${key} x` }],
      ['', { authorization: `Bearer ${key.toUpperCase()}` }],
      ['', { authorization: `Bearer ${key}, Bearer ${key}` }],
      ['', { authorization: `Bearer ${key.slice(0, -1)}` }],
    ]
    for (const [query, headers] of elsewhere) {
      expect((await at(`/api/account${query}`, { headers })).status, JSON.stringify(headers)).toBe(
        401,
      )
    }
  })

  it('is not combined with a session of another account, nor the reverse', async () => {
    const [{ headers }, { key, id, request }] = [await testPerson(server), await holder(['read'])]
    await request('DELETE', `/api/account/keys/${id}`)
    expect(
      (await at('/api/account', { headers: { ...headers, authorization: `Bearer ${key}` } }))
        .status,
    ).toBe(401)
    const { key: reading } = await holder(['read'])
    const both = {
      ...headers,
      authorization: `Bearer ${reading}`,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ daily_cap: 1 })
    expect((await at('/api/account', { method: 'PATCH', headers: both, body })).status).toBe(403)
  })

  it('that is read-only uploads nothing, with any method', async () => {
    const { key } = await holder(['read'])
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.png')
    for (const [method, path] of [
      ['POST', '/api/upload-image-wan-i2v'],
      ['POST', '/api/upload-video'],
      ['post', '/api/upload-video'],
      ['POST', '/api/generations/quote/'],
      ['POST', '//api/generations/quote'],
      ['POST', '/api/generations/../upload-video'],
    ] as const) {
      const answer = await at(path, {
        method,
        headers: { authorization: `Bearer ${key}` },
        body: form,
      })
      expect([403, 404], path).toContain(answer.status)
    }
    const overridden = {
      authorization: `Bearer ${key}`,
      'x-http-method-override': 'POST',
      'x-method-override': 'POST',
    }
    expect((await at('/api/upload-video', { headers: overridden })).status).toBe(404)
  })

  it('that is revoked ends its stream', async () => {
    const { key, id, request } = await holder()
    const events = await at('/api/events', { headers: { authorization: `Bearer ${key}` } })
    await request('DELETE', `/api/account/keys/${id}`)
    expect(await events.text()).toContain('signed-out')
  })
})

describe('a stolen session', () => {
  it('cannot delete the account unless it is fresh', async () => {
    const { account, headers } = await testPerson(server)
    const erase = createRequester(app, headers)
    await sql`update session set created_at = now() - interval '61 minutes' where account_id = ${account.id}`.execute(
      context.database,
    )
    expect(await erase('DELETE', '/api/account', { email: account.email })).toMatchObject({
      ...{ status: 403, body: { code: 'sign_in_again' } },
    })
    await sql`update session set created_at = now() - interval '59 minutes' where account_id = ${account.id}`.execute(
      context.database,
    )
    expect(await erase('DELETE', '/api/account', { email: 'somebody@else.example' })).toMatchObject(
      { status: 400 },
    )
    expect((await erase('DELETE', '/api/account', { email: account.email })).status).toBe(204)
  })

  it('does not disclose e-mail addresses', async () => {
    const { request } = await testPerson(server)
    const other = await makeCaller({ ...context, admins }, 'owner', [])
    const known = await request('DELETE', '/api/account', { email: other.email })
    expect(known.body).toEqual(
      (await request('DELETE', '/api/account', { email: 'nobody@nowhere.example' })).body,
    )
    const looked = await request('GET', `/api/admin/accounts/${other.email}`)
    expect(looked.body).toEqual(
      (await request('GET', '/api/admin/accounts/nobody@nowhere.example')).body,
    )
  })
})
