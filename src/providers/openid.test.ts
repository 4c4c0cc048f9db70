import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBrowser } from '#testing/identity-browser.ts'
import { type Claims, startIssuer } from '#testing/issuer.ts'
import { SignInRefused } from './identity.ts'
import { createOpenIdProvider } from './openid.ts'

const redirectUri = 'http://localhost:1/callback'

describe('signing in with an OpenID provider', () => {
  let servers: Awaited<ReturnType<typeof startIssuer>>['server'][]

  beforeEach(() => {
    servers = []
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  async function start(claims: Partial<Claims> = {}, isEmailInToken = true) {
    const whole = { sub: 'ada', email: 'ada@example.com', email_verified: true, ...claims }
    const registered = await startIssuer(() => whole, {
      redirectUris: [redirectUri],
      isEmailInToken,
    })
    servers.push(registered.server)
    return { issuer: registered.issuer, identity: createOpenIdProvider(registered), registered }
  }

  /** Redirects to the provider and returns, without finishing. */
  async function visit(claims: Partial<Claims> = {}, isEmailInToken = true) {
    const { issuer, identity } = await start(claims, isEmailInToken)
    const { url, secrets } = await identity.begin(redirectUri)
    return { issuer, identity, url, secrets, callback: (await createBrowser().open(url)).url }
  }

  it('returns the identity', async () => {
    const { issuer, identity, callback, secrets } = await visit({ name: 'Ada' })
    expect(await identity.finish(callback, secrets)).toEqual({
      issuer,
      subject: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
    })
  })

  it('fetches an e-mail address that the id_token lacks', async () => {
    const { identity, callback, secrets } = await visit({}, false)
    expect(await identity.finish(callback, secrets)).toMatchObject({
      subject: 'ada',
      email: 'ada@example.com',
    })
  })

  it('accepts a verification in the form of a text', async () => {
    const { identity, callback, secrets } = await visit({ email_verified: 'true' })
    expect(await identity.finish(callback, secrets)).toMatchObject({ email: 'ada@example.com' })
  })

  it('uses PKCE, and a new state and nonce each time', async () => {
    const { identity } = await start()
    const [first, second] = await Promise.all([
      identity.begin(redirectUri),
      identity.begin(redirectUri),
    ])
    expect(first.url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(first.url.href).not.toContain(first.secrets.verifier)
    for (const name of ['state', 'nonce', 'verifier'] as const) {
      expect(first.secrets[name]).not.toBe(second.secrets[name])
    }
  })

  it.each(['state', 'nonce', 'verifier'] as const)(
    'rejects an answer to another %s',
    async (name) => {
      const { identity, callback, secrets } = await visit()
      const others = { ...secrets, [name]: (await identity.begin(redirectUri)).secrets[name] }
      await expect(identity.finish(callback, others)).rejects.toThrow(SignInRefused)
    },
  )

  it('rejects a code that was used before', async () => {
    const { identity, callback, secrets } = await visit()
    await identity.finish(callback, secrets)
    await expect(identity.finish(callback, secrets)).rejects.toThrow(SignInRefused)
  })

  it('rejects the answer of a foreign issuer', async () => {
    const { callback, secrets } = await visit()
    const { identity } = await start()
    await expect(identity.finish(callback, secrets)).rejects.toThrow(SignInRefused)
  })

  it('reports a refusal when the person declined, but not when the provider fails', async () => {
    const { issuer, identity, secrets } = await visit()
    const answer = (error: string) =>
      new URL(
        `${redirectUri}?error=${error}&state=${secrets.state}&iss=${encodeURIComponent(issuer)}`,
      )
    await expect(identity.finish(answer('access_denied'), secrets)).rejects.toMatchObject({
      reason: 'declined',
    })
    await expect(identity.finish(answer('server_error'), secrets)).rejects.not.toThrow(
      SignInRefused,
    )
  })

  it('distinguishes an unreachable provider from a refusal', async () => {
    const { identity, callback, secrets } = await visit()
    for (const server of servers)
      await new Promise((resolve) => server.close(resolve).closeAllConnections())
    await expect(identity.finish(callback, secrets)).rejects.not.toThrow(SignInRefused)
  })

  it('retries a provider that was down at first', async () => {
    const { issuer, identity, registered } = await start()
    const { server } = registered
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    await expect(identity.begin(redirectUri)).rejects.toThrow()

    server.listen(port, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    expect((await identity.begin(redirectUri)).url.href).toContain(issuer)
  })

  it('rejects plain HTTP except on this machine', async () => {
    const identity = createOpenIdProvider({
      issuer: 'http://192.0.2.1',
      clientId: 'a',
      clientSecret: 'b',
    })
    await expect(identity.begin(redirectUri)).rejects.toThrow('only requests to HTTPS are allowed')
  })
})
