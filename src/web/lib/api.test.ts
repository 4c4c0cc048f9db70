import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import { accountHeader, noAccount } from '#core/history/contract/browser-state.ts'
import {
  ApiError,
  fetchJson,
  onAccountMismatch,
  request,
  retryUnlessRefused,
  serverNow,
  setShownAccount,
} from './api.ts'

describe('a request', () => {
  let server: Server | undefined
  afterEach(() => server?.close())

  async function serve(listener: RequestListener): Promise<string> {
    server = createServer(listener).listen(0)
    await once(server, 'listening')
    return `http://localhost:${(server.address() as AddressInfo).port}`
  }

  const answering = (status: number, body: string, headers = {}) =>
    serve((_, response) => response.writeHead(status, headers).end(body))

  const failure = (answer: Promise<unknown>) =>
    answer.then(
      () => undefined,
      (error: ApiError) => error,
    )

  it('sends JSON in the reader’s language and returns the answer', async () => {
    let seen: IncomingMessage | undefined
    let body = ''
    const origin = await serve(async (message, response) => {
      seen = message
      for await (const part of message) body += part
      response.end('{"id":"g1"}')
    })
    const answer = await fetchJson('POST', `${origin}/create`, {
      body: { prompt: '狐狸' },
      query: { page: 2, q: undefined },
    })
    expect(answer).toEqual({ id: 'g1' })
    expect(seen).toMatchObject({ method: 'POST', url: '/create?page=2' })
    expect(seen?.headers).toMatchObject({
      'accept-language': 'en',
      'content-type': 'application/json',
    })
    expect(JSON.parse(body)).toEqual({ prompt: '狐狸' })
  })

  it('names the account that the page shows, or the one a request is meant for, in every request that may change something', async () => {
    const named: unknown[] = []
    const origin = await serve((message, response) => {
      named.push(message.headers[accountHeader])
      response.end('{}')
    })
    await fetchJson('POST', origin)
    setShownAccount('a1')
    await fetchJson('GET', origin)
    await fetchJson('POST', origin)
    await fetchJson('DELETE', origin, { account: 'a2' })
    setShownAccount(null)
    await fetchJson('POST', origin)
    setShownAccount(undefined)
    expect(named).toEqual([undefined, undefined, 'a1', 'a2', noAccount])
  })

  it('notifies the page when another account is signed in', async () => {
    let notified = 0
    onAccountMismatch(() => notified++)
    const body = JSON.stringify({ error: 'Another account', code: 'account_changed' })
    expect(await failure(fetchJson('POST', await answering(409, body)))).toMatchObject({
      code: 'account_changed',
    })
    expect(notified).toBe(1)
  })

  it('returns nothing for 204', async () => {
    expect(await fetchJson('POST', await answering(204, ''))).toBeUndefined()
  })

  it('throws the error of the server’s answer', async () => {
    const body = {
      error: 'Insufficient credits.',
      code: 'insufficient_credits',
      required: 30,
      current: 2,
    }
    const error = await failure(fetchJson('GET', await answering(400, JSON.stringify(body))))
    expect(error).toMatchObject({
      status: 400,
      code: 'insufficient_credits',
      body,
      message: body.error,
    })
    expect(error && retryUnlessRefused(0, error)).toBe(false)
  })

  it.each([
    [502, 'unavailable'],
    [500, 'internal'],
    [200, 'unavailable'],
  ])('reads a page that is not ours, with status %i, as %s', async (status, code) => {
    const page = await answering(status, '<h1>Bad Gateway</h1>', {
      'content-type': 'text/html; charset=utf-8',
    })
    const error = await failure(fetchJson('GET', page))
    expect(error).toMatchObject({ status, code, body: null })
    expect(error && retryUnlessRefused(0, error)).toBe(true)
    expect(error && retryUnlessRefused(2, error)).toBe(false)
  })

  it('reports an unknown outcome when the answer is incomplete or never arrives', async () => {
    const torn = await answering(200, '{"id":', { 'content-length': '6' })
    expect(await failure(fetchJson('POST', torn))).toMatchObject({
      status: 0,
      code: 'network',
      body: null,
    })
    server?.close()
    expect(await failure(fetchJson('POST', 'http://localhost:1'))).toMatchObject({
      status: 0,
      code: 'network',
    })
  })

  it('rejects an aborted request with its reason', async () => {
    const origin = await serve(() => undefined)
    const error = await failure(
      fetchJson('GET', origin, { signal: AbortSignal.abort(new Error('gone')) }),
    )
    expect(error).not.toBeInstanceOf(ApiError)
    server?.closeAllConnections()
  })

  it('returns the server’s time where this machine’s clock is wrong', async () => {
    const hour = 3_600_000
    await fetchJson(
      'GET',
      await answering(200, '{}', { date: new Date(Date.now() + hour).toUTCString() }),
    )
    expect(Math.abs(serverNow() - Date.now() - hour)).toBeLessThan(60_000)
    server?.close()
    await fetchJson('GET', await answering(200, '{}'))
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(2_000)
  })

  it('accepts only what the API’s document has: these lines must not compile', () => {
    const lines = () => [
      // @ts-expect-error no such path
      request('GET', '/api/acount'),
      // @ts-expect-error no such method of it
      request('DELETE', '/api/settings'),
      // @ts-expect-error without the path’s parameter
      request('GET', '/api/generations/{id}'),
      // @ts-expect-error a field of another type
      request('PATCH', '/api/account', { body: { daily_cap: 'much' } }),
      // @ts-expect-error a parameter that is not there
      request('GET', '/api/account/ledger', { query: { pages: 2 } }),
    ]
    expectTypeOf<Awaited<ReturnType<typeof credits>>>().toEqualTypeOf<number>()
    expect(lines).toBeTypeOf('function')
  })
})

const credits = async () => (await request('GET', '/api/account')).credits.left_credits
