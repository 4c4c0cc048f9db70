import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { vi } from 'vitest'
import { afterFile } from './after-file.ts'

export type Claims = {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
  /** What the issuer says of the person's groups. */
  groups?: unknown
}

/** What a test may do to an id_token on its way: anything it likes, with everything that signs. */
export type Forge = (token: {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  /** Signs with the issuer's own key. */
  sign: (header: object, claims: object) => string
}) => string

export const clientSecret = 'a secret of the client, and a long one'
const clientId = 'atelier'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The issuer's public key as text, which an attacker may take for a shared secret. */
export const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

type IssuerOptions = {
  redirectUris: string[]
  /** As Google does; otherwise only a request with the access token returns it. */
  isEmailInToken?: boolean
  /** Changes the next id_tokens. */
  forge?: () => Forge | undefined
}

/** A real OpenID provider that signs every request in with the current `claims`. */
export async function startIssuer(
  claims: () => Claims,
  { redirectUris, isEmailInToken = true, forge = () => undefined }: IssuerOptions,
) {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig' }] },
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !isEmailInToken,
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => claims() }),
    // Several tabs may have a code each before the first one is used.
    expiresWithSession: () => false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/enter/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: claims().sub, clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    const answer = ctx.body as { id_token?: string } | undefined
    const change = forge()
    if (ctx.path === '/token' && answer?.id_token && change)
      answer.id_token = forged(answer.id_token, change)
  })
  const callback = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/enter/')) return callback(request, response)
    const login = { accountId: claims().sub, remember: false }
    return provider.interactionFinished(request, response, { login })
  })
  afterFile(() => void server.close())
  return { issuer, server, clientId, clientSecret }
}

function forged(token: string, change: Forge): string {
  const [header = {}, claims = {}] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)
  return change({ header, claims, sign: (head, body) => signed(head, body, privateKey) })
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A token with an RSA signature of this key. */
export function signed(header: object, claims: object, key: KeyObject): string {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}

/** A token signed with a shared secret. */
export function keyed(header: object, claims: object, secret: string): string {
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** A token without a signature. */
export function unsigned(header: object, claims: object): string {
  return `${encode(header)}.${encode(claims)}.`
}
