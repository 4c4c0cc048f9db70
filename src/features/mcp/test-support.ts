import { createHash, randomBytes } from 'node:crypto'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { expect, onTestFinished } from 'vitest'
import { createRequester, testPerson } from '#testing/person.ts'
import type { listeningServer } from '#testing/server.ts'

type Server = Awaited<ReturnType<typeof listeningServer>>
export type Person = Awaited<ReturnType<typeof newPerson>>

/** A person whose browser reaches the product where the application does. */
export async function newPerson(on: Server, money = {}) {
  const { account, headers } = await testPerson(on, money)
  const app = { request: (url: string, init: RequestInit) => fetch(on.url + pathOf(url), init) }
  return { account, request: createRequester(app, headers) }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

export const callback = 'http://127.0.0.1:3334/callback'
export const fox = { model: 'flux-schnell', prompt: 'a fox', image_size: 'square' }
/** Its job never ends. */
export const stuck = { ...fox, prompt: 'a fox [fault:stuck]' }
export const unlimited = { daily_cap: null, monthly_cap: null }

export const post = (url: string, body: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(body) })

export async function register(
  { url }: Server,
  redirect_uris = [callback],
  client_name = 'An assistant',
) {
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name, redirect_uris, token_endpoint_auth_method: 'none' }),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

/** A client's part: what it sends a person with, and what it proves itself with. */
export async function newRequest(on: Server, more: Record<string, string> = {}) {
  const { client_id = '' } = (await register(on)).body
  const code_verifier = randomBytes(32).toString('base64url')
  const parameters = {
    client_id,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a state',
    resource: `${on.url}/mcp`,
    ...more,
  }
  return { client_id, code_verifier, parameters }
}

type Answer = Partial<Record<string, string>>

type Caps = { daily_cap: number | null; monthly_cap: number | null }

/** A person allows it; returns the address that the client gets its code at. */
export async function allow({ request }: Person, parameters: object, caps: Caps = unlimited) {
  const decision = { parameters, is_allowed: true, days: 30, ...caps }
  const { status, body } = await request('POST', '/api/account/applications', decision)
  expect(status, JSON.stringify(body)).toBe(200)
  return new URL(body.redirect_to)
}

/** The whole way, up to the exchange of the code. */
export async function withCode(
  on: Server,
  person: Person,
  caps?: Caps,
  more?: Record<string, string>,
) {
  const asked = await newRequest(on, more)
  const code = (await allow(person, asked.parameters, caps)).searchParams.get('code') ?? ''
  const { client_id, code_verifier } = asked
  const form = {
    ...{ grant_type: 'authorization_code', code, client_id, code_verifier },
    redirect_uri: callback,
  }
  return { ...asked, form }
}

export async function exchange({ url }: Server, form: Record<string, string>) {
  const response = await post(`${url}/oauth/token`, form)
  return { status: response.status, body: (await response.json()) as Answer }
}

export async function withTokens(
  on: Server,
  person: Person,
  caps?: Caps,
  more?: Record<string, string>,
) {
  const made = await withCode(on, person, caps, more)
  const { status, body } = await exchange(on, made.form)
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...made, tokens: body as { access_token: string; refresh_token: string } }
}

/** The revisions of the protocol that are tried, each with the client that speaks it alone. */
export const revisions = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const
export type Revision = (typeof revisions)[number]

/** Connects the SDK's client, pinned to a revision; absent: to the newest that both have. */
export async function connect({ url }: { url: string }, token: string, revision?: Revision) {
  const pin = { versionNegotiation: { mode: { pin: revision ?? '' } } }
  const legacy = { supportedProtocolVersions: [revision ?? ''] }
  const pinned = revision === '2026-07-28' ? pin : legacy
  const client = new Client(
    { name: 'test', version: '1' },
    revision ? pinned : { versionNegotiation: { mode: 'auto' } },
  )
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  onTestFinished(() => client.close())
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { structuredContent, isError = false } = await client.callTool({ name, arguments: args })
    return { ...(structuredContent as Record<string, unknown>), isError }
  }
  return { client, call }
}

export const isAccepted = async ({ url }: Server, token: string, path = '/mcp') => {
  const response = await fetch(url + path, {
    method: path === '/mcp' ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    ...(path === '/mcp' && {
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    }),
  })
  await response.text()
  return response.status === 200
}

/** A client's memory and browser; `decide` stands for the person. */
export function testProvider(decide: (address: URL) => Promise<URL>) {
  const saved: Record<string, unknown> = {}
  let last: URL | undefined
  const provider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: 'SDK',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => saved.client,
    saveClientInformation: (client: unknown) => Object.assign(saved, { client }),
    tokens: () => saved.tokens,
    saveTokens: (tokens: unknown) => Object.assign(saved, { tokens }),
    redirectToAuthorization: async (address: URL) => {
      last = await decide(address)
    },
    saveCodeVerifier: (verifier: string) => Object.assign(saved, { verifier }),
    codeVerifier: () => saved.verifier,
  } as unknown as OAuthClientProvider
  return Object.assign(provider, {
    returned: (): URL => {
      if (!last) throw new Error('No one was redirected')
      return last
    },
  })
}
