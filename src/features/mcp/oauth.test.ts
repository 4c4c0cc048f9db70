import { randomBytes } from 'node:crypto'
import { auth, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { listeningServer } from '#testing/server.ts'
import {
  allow,
  callback,
  connect,
  exchange,
  fox,
  isAccepted,
  newPerson,
  newRequest,
  type Person,
  post,
  register,
  stuck,
  testProvider,
  unlimited,
  withCode,
  withTokens,
} from './test-support.ts'

const server = await listeningServer(() => ({}), { isOwnPublicUrl: true })

describe('the SDK’s client', () => {
  it('finds the authorization server, registers, is allowed, generates and refreshes', async () => {
    const person = await newPerson(server, { credits: 100 })
    const provider = testProvider(async (address) => {
      const parameters = Object.fromEntries(address.searchParams)
      const { body } = await person.request('POST', '/api/account/applications/check', {
        parameters,
      })
      expect(body).toMatchObject({
        redirect_to: null,
        name: 'SDK',
        host: '127.0.0.1:3334',
        scopes: ['read', 'create'],
      })
      return allow(person, parameters)
    })
    const serverUrl = `${server.url}/mcp`
    expect(await auth(provider, { serverUrl })).toBe('REDIRECT')
    const returned = provider.returned()
    expect(returned.searchParams.get('iss')).toBe(server.url)
    const authorizationCode = returned.searchParams.get('code') ?? ''
    const iss = returned.searchParams.get('iss') ?? ''
    expect(await auth(provider, { serverUrl, authorizationCode, iss })).toBe('AUTHORIZED')

    const client = new Client({ name: 'SDK', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider }),
    )
    onTestFinished(() => client.close())
    const tools = (await client.listTools()).tools.map(({ name }) => name)
    expect(tools).toContain('generate_image')
    const made = await client.callTool({ name: 'generate_image', arguments: fox })
    expect(made.structuredContent).toMatchObject({ status: 'completed', credits_charged: 8 })

    // An expired access token is renewed without a person.
    await sql`update oauth_token set expires_at = now() where kind = 'access'
      and account_id = ${person.account.id}`.execute(server.context.database)
    const history = await client.callTool({ name: 'search_history', arguments: { kind: 'image' } })
    expect(history.structuredContent).toMatchObject({ total: 1 })

    const { body } = await person.request('GET', '/api/account/applications')
    expect(body.applications).toMatchObject([
      { name: 'SDK', host: '127.0.0.1:3334', spent_today: 8, spent_this_month: 8, spent_total: 8 },
    ])
  })
})

describe('a request for authorization', () => {
  const check = (person: Person, parameters: object) =>
    person.request('POST', '/api/account/applications/check', { parameters })

  it.each([
    `${callback}/`,
    `${callback}?x=1`,
    'http://127.0.0.1:3334/Callback',
    'http://127.0.0.1:3334@evil.example/callback',
    'http://127.0.0.1.evil.example:3334/callback',
    'http://localhost:3334/callback',
    'https://127.0.0.1:3334/callback',
    'https://evil.example/callback',
    '//127.0.0.1:3334/callback',
    `${callback}#x`,
    '',
  ])('sends no one to an address that is not registered: %s', async (redirect_uri) => {
    const person = await newPerson(server)
    const { parameters } = await newRequest(server, { redirect_uri })
    expect(await check(person, parameters)).toMatchObject({
      status: 400,
      body: { code: 'invalid_application' },
    })
    const decision = { parameters, is_allowed: true, days: 1, ...unlimited }
    const decided = await person.request('POST', '/api/account/applications', decision)
    expect(decided).toMatchObject({ status: 400, body: { code: 'invalid_application' } })
  })

  it('may come from another port of the person’s own computer', async () => {
    const person = await newPerson(server)
    const redirect_uri = 'http://127.0.0.1:50123/callback'
    const { parameters } = await newRequest(server, { redirect_uri })
    expect((await check(person, parameters)).body).toMatchObject({ host: '127.0.0.1:50123' })
  })

  it('is refused for a client id that was altered', async () => {
    const person = await newPerson(server)
    const { parameters, client_id } = await newRequest(server)
    const [payload = '', signature] = client_id.slice(4).split('.')
    const content = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = { ...content, r: ['https://evil.example/'] }
    const text = Buffer.from(JSON.stringify(forged)).toString('base64url')
    const altered = {
      ...parameters,
      client_id: `mcp_${text}.${signature}`,
      redirect_uri: 'https://evil.example/',
    }
    expect((await check(person, altered)).body).toMatchObject({ code: 'invalid_application' })
  })

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge: '' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_target', { resource: 'https://other.example/mcp' }],
    ['invalid_scope', { scope: 'read admin' }],
  ])('tells the application of %s', async (error, wrong) => {
    const person = await newPerson(server)
    const { parameters } = await newRequest(server, wrong as Record<string, string>)
    const { redirect_to } = (await check(person, parameters)).body
    const { searchParams } = new URL(redirect_to)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error,
      state: 'a state',
      iss: server.url,
    })
    expect(searchParams.has('code')).toBe(false)
  })

  it('gives no code where the person says no', async () => {
    const person = await newPerson(server)
    const { parameters } = await newRequest(server)
    const decision = { parameters, is_allowed: false, days: 1, ...unlimited }
    const { body } = await person.request('POST', '/api/account/applications', decision)
    const answer = Object.fromEntries(new URL(body.redirect_to).searchParams)
    expect(answer).toEqual({ error: 'access_denied', state: 'a state', iss: server.url })
    expect((await person.request('GET', '/api/account/applications')).body.applications).toEqual([])
  })
})

describe('registration', () => {
  it.each([
    'javascript://x/%0aalert(1)',
    'data:text/html,x',
    'http://evil.example/callback',
    'https://user:secret@evil.example/',
    'https://evil.example/#x',
    'file:///etc/passwd',
    'x'.repeat(600),
  ])('refuses the address %s', async (address) => {
    const { status, body } = await register(server, [address])
    expect(status).toBe(400)
    expect(body.error).toBe('invalid_redirect_uri')
  })

  it('refuses too much, and what is no JSON', async () => {
    const long = Array.from({ length: 5 }, (_, at) => `https://x.example/${at}${'x'.repeat(400)}`)
    expect((await register(server, long)).status).toBe(400)
    expect((await register(server, [callback], 'x'.repeat(81))).status).toBe(400)
    expect((await register(server, [callback], 'a\u202eb')).status).toBe(400)
    const response = await fetch(`${server.url}/oauth/register`, { method: 'POST', body: '{' })
    expect(response.status).toBe(400)
  })

  it('takes an application’s own scheme', async () => {
    expect((await register(server, ['cursor://anysphere.cursor-mcp/callback'])).status).toBe(201)
  })
})

describe('a code', () => {
  it('is worth nothing with a wrong verifier, address, client or resource', async () => {
    const person = await newPerson(server)
    const other = await newRequest(server)
    const wrongs: Record<string, string>[] = [
      { code_verifier: randomBytes(32).toString('base64url') },
      { code_verifier: '' },
      { redirect_uri: `${callback}/` },
      { client_id: other.client_id },
      { code: `atc_${randomBytes(48).toString('base64url')}` },
    ]
    for (const wrong of wrongs) {
      const { form } = await withCode(server, person)
      const answer = await exchange(server, { ...form, ...wrong })
      expect(answer, JSON.stringify(wrong)).toEqual({
        status: 400,
        body: { error: 'invalid_grant' },
      })
    }
    const { form } = await withCode(server, person)
    expect(await exchange(server, { ...form, resource: 'https://other.example/mcp' })).toEqual({
      status: 400,
      body: { error: 'invalid_target' },
    })
  })

  it('disconnects the application when it comes a second time', async () => {
    const person = await newPerson(server)
    const { form, tokens, client_id } = await withTokens(server, person)
    expect(await isAccepted(server, tokens.access_token)).toBe(true)
    expect((await exchange(server, form)).body).toEqual({ error: 'invalid_grant' })
    expect(await isAccepted(server, tokens.access_token)).toBe(false)
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id }
    expect((await exchange(server, refresh)).body).toEqual({ error: 'invalid_grant' })
  })

  it('gives tokens once when it comes several times concurrently', async () => {
    const person = await newPerson(server)
    const { form } = await withCode(server, person)
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(server, form)))
    const granted = answers.filter(({ status }) => status === 200)
    expect(granted).toHaveLength(1)
    expect(await isAccepted(server, granted[0]?.body.access_token ?? '')).toBe(false)
  })

  it('expires', async () => {
    const person = await newPerson(server)
    const { form } = await withCode(server, person)
    await sql`update oauth_token set expires_at = now() where account_id = ${person.account.id}`.execute(
      server.context.database,
    )
    expect((await exchange(server, form)).body).toEqual({ error: 'invalid_grant' })
  })
})

describe('a refresh token', () => {
  it('is replaced at each use, and disconnects the application when it comes again', async () => {
    const person = await newPerson(server)
    const { client_id, tokens } = await withTokens(server, person)
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id }
    const second = await exchange(server, form)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(tokens.refresh_token)
    expect(await isAccepted(server, second.body.access_token ?? '')).toBe(true)
    expect((await exchange(server, form)).body).toEqual({ error: 'invalid_grant' })
    expect(await isAccepted(server, second.body.access_token ?? '')).toBe(false)
  })

  it('is of no use to another client, and stays valid for its own', async () => {
    const person = await newPerson(server)
    const { client_id, tokens } = await withTokens(server, person)
    const other = await newRequest(server)
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    expect((await exchange(server, { ...form, client_id: other.client_id })).status).toBe(400)
    expect((await exchange(server, { ...form, client_id })).status).toBe(200)
  })

  it('gives no more than was allowed', async () => {
    const person = await newPerson(server)
    const { client_id, tokens } = await withTokens(server, person, unlimited, { scope: 'read' })
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id }
    expect((await exchange(server, { ...form, scope: 'read create' })).body).toEqual({
      error: 'invalid_scope',
    })
    const { call } = await connect(server, tokens.access_token)
    expect(await call('generate_image', fox)).toMatchObject({ isError: true, code: 'key_scope' })
  })
})

describe('an access token', () => {
  it('is for /mcp and its files alone', async () => {
    const person = await newPerson(server, { credits: 100 })
    const { tokens } = await withTokens(server, person)
    const { client } = await connect(server, tokens.access_token)
    const made = await client.callTool({ name: 'generate_image', arguments: fox })
    const link = made.content.find((one) => one.type === 'resource_link')
    const { pathname } = new URL(link?.uri ?? '')
    expect(await isAccepted(server, tokens.access_token, pathname)).toBe(true)
    for (const path of ['/api/account', '/api/account/keys', '/api/image-generation/history'])
      expect(await isAccepted(server, tokens.access_token, path)).toBe(false)
    expect(await isAccepted(server, tokens.refresh_token)).toBe(false)
    expect(await isAccepted(server, tokens.refresh_token, '/api/account')).toBe(false)
  })

  it('spends no more than the person allowed, whatever starts at the same time', async () => {
    const person = await newPerson(server, { credits: 100 })
    const caps = { daily_cap: 20, monthly_cap: null }
    const { tokens } = await withTokens(server, person, caps)
    const { call } = await connect(server, tokens.access_token)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('generate_image', { ...fox, wait_seconds: 0 })),
    )
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(2)
    expect(answers.find(({ isError }) => isError)).toMatchObject({
      code: 'application_daily_cap',
      required: 8,
      current: 16,
      max: 20,
    })
    expect(await readMoney(server.context, person.account.id)).toMatchObject({ balance: 84 })

    const { body } = await person.request('GET', '/api/account/applications')
    const path = `/api/account/applications/${body.applications[0].id}`
    const changed = await person.request('PATCH', path, { daily_cap: 100, monthly_cap: 23 })
    expect(changed.body).toMatchObject({ daily_cap: 100, monthly_cap: 23, spent_today: 16 })
    expect(await call('generate_image', fox)).toMatchObject({
      code: 'application_monthly_cap',
      current: 16,
      max: 23,
    })
    await person.request('PATCH', path, { daily_cap: 100, monthly_cap: 24 })
    expect(await call('generate_image', fox)).toMatchObject({ isError: false })
  })

  it('begins a new day and month with what was allowed', async () => {
    const person = await newPerson(server, { credits: 100 })
    const { tokens } = await withTokens(server, person, { daily_cap: 8, monthly_cap: 8 })
    const { call } = await connect(server, tokens.access_token)
    expect(await call('generate_image', fox)).toMatchObject({ isError: false })
    expect(await call('generate_image', fox)).toMatchObject({ code: 'application_daily_cap' })
    await sql`update api_key set spent_day = spent_day - 1, spent_month = spent_month - 1
      where account_id = ${person.account.id}`.execute(server.context.database)
    expect(await call('generate_image', fox)).toMatchObject({ isError: false })
    const { body } = await person.request('GET', '/api/account/applications')
    expect(body.applications).toMatchObject([{ spent_today: 8, spent_total: 16 }])
  })

  it('ends an open answer when its application is disconnected; the job goes on', async () => {
    const person = await newPerson(server, { credits: 100 })
    const { tokens } = await withTokens(server, person)
    const { client } = await connect(server, tokens.access_token)
    const { body } = await person.request('GET', '/api/account/applications')
    const answer = await client.callTool(
      { name: 'generate_image', arguments: { ...stuck, wait_seconds: 600 } },
      {
        onprogress: () =>
          void person.request('DELETE', `/api/account/applications/${body.applications[0].id}`),
      },
    )
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: 'unauthorized' } })
    expect(await isAccepted(server, tokens.access_token)).toBe(false)
    expect(await readMoney(server.context, person.account.id)).toMatchObject({ balance: 92 })
  })

  it('ends with its application’s time, and when its client revokes it', async () => {
    const person = await newPerson(server)
    const first = await withTokens(server, person)
    await sql`update api_key set expires_at = now() where account_id = ${person.account.id}`.execute(
      server.context.database,
    )
    expect(await isAccepted(server, first.tokens.access_token)).toBe(false)

    const { client_id, tokens } = await withTokens(server, person)
    const other = await newRequest(server)
    const revoke = `${server.url}/oauth/revoke`
    const token = tokens.refresh_token
    expect((await post(revoke, { token, client_id: other.client_id })).status).toBe(200)
    expect(await isAccepted(server, tokens.access_token)).toBe(true)
    expect((await post(revoke, { token, client_id })).status).toBe(200)
    expect(await isAccepted(server, tokens.access_token)).toBe(false)
  })

  it('is kept as a hash alone', async () => {
    const person = await newPerson(server)
    const { tokens, form } = await withTokens(server, person)
    const { rows } = await sql<{ row: string }>`select row(oauth_token.*, api_key.*)::text as row
      from oauth_token join api_key on api_key.id = key_id
      where oauth_token.account_id = ${person.account.id}`.execute(server.context.database)
    expect(rows).toHaveLength(3)
    for (const secret of [tokens.access_token, tokens.refresh_token, form.code])
      for (const { row } of rows) expect(row).not.toContain(secret)
  })
})

it('says where to get a token, and whether the present one is wrong', async () => {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { authorization: 'Bearer ato_wrong' },
  })
  expect(response.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp", scope="read create", error="invalid_token"`,
  )
})
