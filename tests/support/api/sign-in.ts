import { v7 as uuid } from 'uuid'
import type { AllParts } from '#core/parts.ts'
import { createOpenIdProvider } from '#providers/openid.ts'
import type { Browser } from '../browser.ts'
import { testSignInMethod } from '../context.ts'
import { type Claims, type Forge, startIssuer } from '../issuer.ts'
import { listeningServer } from '../server.ts'

/**
 * The identity provider of the tests' server: set before it is used, because each needs the other's
 * address.
 */
type Wiring = { identity: ReturnType<typeof createOpenIdProvider> | undefined }

/**
 * The product and a real OpenID provider, each on a socket. `person`: who signs in there just now;
 * `forge`: changes the id_token in transit.
 */
export async function signInEnvironment(overrides: Partial<AllParts> = {}) {
  const wiring: Wiring = { identity: undefined }
  const required = () => {
    if (!wiring.identity) throw new Error('There is no issuer yet')
    return wiring.identity
  }
  const server = await listeningServer(
    () => ({
      ...overrides,
      signInMethods: [
        testSignInMethod({
          begin: (redirectUri) => required().begin(redirectUri),
          finish: (callback, secrets) => required().finish(callback, secrets),
        }),
      ],
    }),
    { isOwnPublicUrl: true },
  )
  const callbackUrl = `${server.url}/api/auth/callback`
  const person: { claims: Claims } = { claims: newPerson() }
  const attack: { forge: Forge | undefined } = { forge: undefined }
  const issuer = await startIssuer(() => person.claims, {
    redirectUris: [callbackUrl],
    forge: () => attack.forge,
  })
  wiring.identity = createOpenIdProvider(issuer)

  const isCallback = (url: URL) => url.href.startsWith(callbackUrl)
  return {
    ...server,
    person,
    attack,
    issuer,
    callbackUrl,
    /** Leaves for the identity provider and comes back to the endpoint, without going in. */
    async arrive(
      browser: Browser,
      returnTo = '/',
      more: Record<string, string> = {},
    ): Promise<URL> {
      const query = new URLSearchParams({ return_to: returnTo, ...more })
      const way = `${server.url}/api/auth/sign-in?${query}`
      return (await browser.open(way, isCallback)).url
    },
    /** Goes through the endpoint; answers where it leads and what it says of the sign-in. */
    async enter(browser: Browser, callback: URL | string) {
      const response = await browser.request(callback)
      const to = response.headers.get('location') ?? ''
      return {
        status: response.status,
        to,
        failure: new URL(to, server.url).searchParams.get('sign_in'),
      }
    },
    /** Signs a person in; returns the session's token. */
    async signIn(browser: Browser, claims: Claims = newPerson()): Promise<string> {
      person.claims = claims
      const entered = await this.enter(browser, await this.arrive(browser))
      if (entered.failure) throw new Error(`Not signed in: ${entered.failure}`)
      return this.tokenOf(browser)
    },
    tokenOf: (browser: Browser) => browser.cookies(server.url).get('atelier_session')?.value ?? '',
    /** Returns the e-mail of the browser's session; `null`: it has none. */
    async whoIs(browser: Browser): Promise<string | null> {
      const response = await browser.request(`${server.url}/api/account`)
      return response.ok ? ((await response.json()) as { email: string }).email : null
    },
    countSessions: async (email: string) => {
      const rows = await server.context.database
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select('session.id')
        .where('email', '=', email)
        .execute()
      return rows.length
    },
  }
}

/** An unknown person. */
export function newPerson(own: Partial<Claims> = {}): Claims {
  const sub = uuid()
  return { sub, email: `${sub}@example.com`, email_verified: true, name: 'Ada', ...own }
}
