import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import Provider, {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { Language } from './demo-page.ts'

export type DemoClient = { id: string; secret: string; redirectUri: string }

export type DemoIdentityOptions = {
  issuer: string
  client: DemoClient
  accounts: DemoAccount[]
  secret: string
}

const hour = 3600

/** The real OpenID provider, set up for one client that needs no consent. */
export async function createProvider(
  options: DemoIdentityOptions,
  renderError: Configuration['renderError'],
) {
  const { issuer, client, accounts, secret } = options
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const { pathname } = new URL(issuer)

  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig' }] },
    clients: [
      { client_id: client.id, client_secret: client.secret, redirect_uris: redirectUris(client) },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Google does, the e-mail address is in the id_token already.
    conformIdTokenClaims: false,
    findAccount: (_ctx, email) => ({ accountId: email, claims: () => claimsOf(email, accounts) }),
    loadExistingGrant: grantEverything,
    interactions: {
      policy: alwaysChoose(),
      url: (_ctx, { uid }) => `${pathname}/interaction/${uid}`,
    },
    cookies: {
      keys: [secret],
      names: { session: 'demo_session', interaction: 'demo_interaction', resume: 'demo_resume' },
      long: { signed: true, path: pathname },
      short: { signed: true },
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    clientBasedCORS: () => false,
    ttl: { AccessToken: hour, IdToken: hour, Interaction: hour, Session: hour, Grant: hour },
    ...(renderError && { renderError }),
  })
  provider.proxy = true
  return provider
}

/** A page opened as localhost may come back as 127.0.0.1, and the other way round. */
export function redirectUris({ redirectUri }: DemoClient): string[] {
  const loopback = ['localhost', '127.0.0.1']
  const { hostname, href } = new URL(redirectUri)
  if (!loopback.includes(hostname)) return [redirectUri]
  return loopback.map((name) => Object.assign(new URL(href), { hostname: name }).href)
}

/** The chooser is shown every time, so that a visitor can try several accounts. */
function alwaysChoose() {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  const isChosen = (ctx: KoaContextWithOIDC) => !ctx.oidc.result?.login
  policy.get('login')?.checks.add(new Check('choose', 'an account must be chosen', isChosen))
  return policy
}

async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const accountId = oidc.session?.accountId
  const clientId = oidc.client?.clientId
  if (!accountId || !clientId) return undefined
  const grant = new oidc.provider.Grant({ accountId, clientId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

/** An account that the chooser offers. `groups`: what the provider says of its groups. */
export type DemoAccount = {
  email: string
  name: string
  about: Record<Language, string>
  groups?: string[]
}

/**
 * The claims of the account with this address, which is also the subject; name and groups if it has
 * them.
 */
function claimsOf(email: string, accounts: DemoAccount[]) {
  const { name, groups } = accounts.find((account) => account.email === email) ?? {}
  return {
    sub: email,
    email,
    email_verified: true,
    ...(name && { name }),
    ...(groups && { groups }),
  }
}

/** The address as it is stored, or null when it is invalid. */
export function parseEmail(text: string | null): string | null {
  const email = text?.trim().toLowerCase() ?? ''
  return email.length <= 254 && /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/.test(email) ? email : null
}

type Entry = { payload: AdapterPayload; expiresAt: number }

/** The OpenID provider's state, by model: sessions, codes, grants. Lost when the process ends. */
function createMemoryAdapter(): (model: string) => Adapter {
  const models = new Map<string, Map<string, Entry>>()

  return (model) => {
    const entries = models.get(model) ?? new Map<string, Entry>()
    models.set(model, entries)

    async function findBy(isIt: (payload: AdapterPayload) => boolean) {
      return entries.values().find(({ payload }) => isIt(payload))?.payload
    }

    return {
      async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
        forgetExpired(entries)
        entries.set(id, { payload, expiresAt: Date.now() + expiresIn * 1000 })
      },
      find: async (id) => entries.get(id)?.payload,
      findByUid: (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: (userCode) => findBy((payload) => payload.userCode === userCode),
      async consume(id) {
        const entry = entries.get(id)
        if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(id)
      },
      async revokeByGrantId(grantId) {
        for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id)
      },
    }
  }
}

function forgetExpired(entries: Map<string, Entry>) {
  for (const [id, { expiresAt }] of entries) if (expiresAt < Date.now()) entries.delete(id)
}
