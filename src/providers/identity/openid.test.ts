import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBrowser } from '#demo/identity/browser.fixture.ts'
import { SignInRefused } from './identity.ts'
import { createOpenIdProvider } from './openid.ts'

const redirectUri = 'http://localhost:1/callback'

type Claims = { sub: string; email?: string; email_verified?: boolean; name?: string }

/** A real OpenID provider that lets everybody in at once, with the given claims. */
async function startIssuer(claims: Claims) {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'atelier', client_secret: 'a secret', redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => claims }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/enter/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: claims.sub, clientId: 'atelier' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/enter/')) return callback(request, response)
    return provider.interactionFinished(request, response, { login: { accountId: claims.sub } })
  })
  return { issuer, server }
}

describe('signing in with an OpenID provider', () => {
  let servers: Server[]

  beforeEach(() => {
    servers = []
  })
  afterEach(() => {
    for (const server of servers) server.close()
    vi.restoreAllMocks()
  })

  async function start(claims: Partial<Claims> = {}) {
    const { issuer, server } = await startIssuer({ sub: 'ada', email: 'ada@example.com', ...claims })
    servers.push(server)
    return { issuer, identity: createOpenIdProvider({ issuer, clientId: 'atelier', clientSecret: 'a secret' }) }
  }

  /** Goes to the provider and comes back, without finishing. */
  async function visit(claims: Partial<Claims> = {}) {
    const { issuer, identity } = await start(claims)
    const { url, secrets } = await identity.begin(redirectUri)
    return { issuer, identity, url, secrets, callback: (await createBrowser().open(url)).url }
  }

  it('tells who signed in', async () => {
    const { issuer, identity, callback, secrets } = await visit({ email_verified: true, name: 'Ada' })
    expect(await identity.finish(callback, secrets)).toEqual({
      issuer,
      subject: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
    })
  })

  it('asks with PKCE, and with a state and a nonce of its own each time', async () => {
    const { identity } = await start()
    const [first, second] = await Promise.all([identity.begin(redirectUri), identity.begin(redirectUri)])
    expect(first.url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(first.url.href).not.toContain(first.secrets.verifier)
    for (const name of ['state', 'nonce', 'verifier'] as const) {
      expect(first.secrets[name]).not.toBe(second.secrets[name])
    }
  })

  it.each(['state', 'nonce', 'verifier'] as const)('refuses an answer to another %s', async (name) => {
    const { identity, callback, secrets } = await visit()
    const others = { ...secrets, [name]: (await identity.begin(redirectUri)).secrets[name] }
    await expect(identity.finish(callback, others)).rejects.toThrow(SignInRefused)
  })

  it('refuses a code that was used before', async () => {
    const { identity, callback, secrets } = await visit()
    await identity.finish(callback, secrets)
    await expect(identity.finish(callback, secrets)).rejects.toThrow(SignInRefused)
  })

  it('refuses the answer of a foreign issuer', async () => {
    const { callback, secrets } = await visit()
    const { identity } = await start()
    await expect(identity.finish(callback, secrets)).rejects.toThrow(SignInRefused)
  })

  it('refuses an address that is not verified, and an account without one', async () => {
    for (const claims of [{ email_verified: false }, { email: '' }]) {
      const { identity, callback, secrets } = await visit(claims)
      await expect(identity.finish(callback, secrets)).rejects.toThrow(SignInRefused)
    }
  })

  it('refuses when the person declined, but not when the provider is in trouble', async () => {
    const { issuer, identity, secrets } = await visit()
    const answer = (error: string) =>
      new URL(`${redirectUri}?error=${error}&state=${secrets.state}&iss=${encodeURIComponent(issuer)}`)
    await expect(identity.finish(answer('access_denied'), secrets)).rejects.toThrow(SignInRefused)
    await expect(identity.finish(answer('server_error'), secrets)).rejects.not.toThrow(SignInRefused)
  })

  it('tells a provider that cannot be reached from a refusal', async () => {
    const { identity, callback, secrets } = await visit()
    for (const server of servers) await new Promise((resolve) => server.close(resolve).closeAllConnections())
    await expect(identity.finish(callback, secrets)).rejects.not.toThrow(SignInRefused)
  })

  it('asks again for a provider that was down at first', async () => {
    const { issuer, server } = await startIssuer({ sub: 'ada' })
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const identity = createOpenIdProvider({ issuer, clientId: 'atelier', clientSecret: 'a secret' })
    await expect(identity.begin(redirectUri)).rejects.toThrow()

    servers.push(server.listen(port, '127.0.0.1'))
    await new Promise((resolve) => server.once('listening', resolve))
    expect((await identity.begin(redirectUri)).url.href).toContain(issuer)
  })

  it('does not speak plain HTTP beyond this machine', async () => {
    const identity = createOpenIdProvider({ issuer: 'http://192.0.2.1', clientId: 'a', clientSecret: 'b' })
    await expect(identity.begin(redirectUri)).rejects.toThrow('only requests to HTTPS are allowed')
  })
})
