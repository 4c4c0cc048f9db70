import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createRequester, testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import { KeyList, NewKeyView } from '../contract/keys.ts'

const server = await testServer()
const { app, context } = server
const path = '/api/account/keys'
const program = (key: string) => createRequester(app, { authorization: `Bearer ${key}` })

type Person = Awaited<ReturnType<typeof testPerson>>

async function make({ request }: Person, scopes: string[] = ['create'], name = 'my laptop') {
  const { status, body, headers } = await request('POST', path, { name, scopes })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  return NewKeyView.parse(body)
}

const list = async ({ request }: Person) => KeyList.parse((await request('GET', path)).body).keys

describe('an API key', () => {
  it('is shown once, works, and is listed with its hint afterwards', async () => {
    const person = await testPerson(server)
    const { key, ...made } = await make(person, ['create'], '  my laptop ')
    expect(key).toMatch(/^atl_[\w-]{64}$/)
    expect(made).toMatchObject({
      name: 'my laptop',
      scopes: ['read', 'create'],
      last_used_at: null,
    })
    expect(made.hint).toBe(`${key.slice(0, 8)}…${key.slice(-4)}`)
    expect(await list(person)).toEqual([made])
    expect(JSON.stringify((await person.request('GET', path)).body)).not.toContain(key)

    expect((await program(key)('GET', '/api/account')).body.email).toBe(person.account.email)
    const [used] = await list(person)
    expect(Date.now() - Date.parse(used?.last_used_at ?? '')).toBeLessThan(60_000)
  })

  it('is stored as a hash alone', async () => {
    const { key, id } = await make(await testPerson(server))
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(api_key)::text as row from api_key where id = ${id}`.execute(
      context.database,
    )
    expect(rows[0]?.row).not.toContain(key.slice(8, -4))
  })

  it('is marked as used at most once a minute', async () => {
    const person = await testPerson(server)
    const { key, id } = await make(person)
    const use = () =>
      Promise.all(Array.from({ length: 20 }, () => program(key)('GET', '/api/account')))
    const version = async () => {
      const { rows } = await sql<{
        xmin: string
      }>`select xmin::text from api_key where id = ${id}`.execute(context.database)
      return rows[0]?.xmin
    }
    await use()
    const before = await version()
    await use()
    expect(await version()).toBe(before)
    await sql`update api_key set last_used_at = now() - interval '61 s' where id = ${id}`.execute(
      context.database,
    )
    await use()
    const [{ last_used_at: usedAt = null } = {}] = await list(person)
    expect(Date.now() - Date.parse(usedAt ?? '')).toBeLessThan(60_000)
  })

  it('is revoked at once, and its event streams end', async () => {
    const person = await testPerson(server)
    const [gone, stays] = [await make(person), await make(person)]
    const stream = await app.request('http://localhost:3000/api/events', {
      headers: { authorization: `Bearer ${gone.key}` },
    })
    expect(stream.status).toBe(200)
    expect((await person.request('DELETE', `${path}/${gone.id}`)).status).toBe(204)
    // Read to its end: the stream must end by itself.
    expect(await stream.text()).toContain('event: ready')
    expect((await program(gone.key)('GET', '/api/account')).status).toBe(401)
    expect((await program(stays.key)('GET', '/api/account')).status).toBe(200)
    expect((await list(person)).map(({ id }) => id)).toEqual([stays.id])
    expect((await person.request('DELETE', `${path}/${gone.id}`)).status).toBe(404)
  })

  it('can only be revoked by its owner', async () => {
    const [owner, other] = [await testPerson(server), await testPerson(server)]
    const { id, key } = await make(owner)
    expect((await other.request('DELETE', `${path}/${id}`)).status).toBe(404)
    expect((await owner.request('DELETE', `${path}/nonsense`)).status).toBe(404)
    expect(await list(other)).toEqual([])
    expect((await program(key)('GET', '/api/account')).status).toBe(200)
  })

  it('is one of at most fifty, also with concurrent requests; revoked ones do not count', async () => {
    const person = await testPerson(server)
    const request = { name: 'one of many', scopes: ['read'] }
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => person.request('POST', path, request)),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(10)
    for (const { status, body } of refused)
      expect({ status, ...body }).toMatchObject({ status: 409, max: 50 })
    const [first] = await list(person)
    await person.request('DELETE', `${path}/${first?.id}`)
    await make(person)
    expect(await list(person)).toHaveLength(50)
  })

  it.each([
    ['no name', { name: '  ', scopes: ['read'] }],
    ['a long name', { name: 'x'.repeat(61), scopes: ['read'] }],
    ['no scope', { name: 'x', scopes: [] }],
    ['another scope', { name: 'x', scopes: ['admin'] }],
    ['a name that is none', { name: 5, scopes: ['read'] }],
    ['no scopes', { name: 'x' }],
  ])('is not created with %s', async (_, request) => {
    const person = await testPerson(server)
    expect(await person.request('POST', path, request)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
    expect(await list(person)).toEqual([])
  })

  it('cannot manage keys, and neither can a visitor', async () => {
    const person = await testPerson(server)
    const { key, id } = await make(person)
    const requests = [
      ['GET', path, undefined],
      ['POST', path, { name: 'another', scopes: ['create'] }],
      ['DELETE', `${path}/${id}`, undefined],
      ['PATCH', '/api/account', { daily_cap: null }],
    ] as const
    for (const [method, where, body] of requests) {
      const answer = await program(key)(method, where, body)
      expect(answer, `${method} ${where}`).toMatchObject({
        status: 403,
        body: { code: 'session_needed' },
      })
      expect((await createRequester(app, {})(method, where, body)).status).toBe(401)
    }
    expect(await list(person)).toHaveLength(1)
  })
})
