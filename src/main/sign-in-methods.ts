import { googleMethod } from '#core/accounts/sign-in/callback-path.ts'
import type { SignInMethod } from '#providers/identity.ts'
import { createOpenIdProvider } from '#providers/openid.ts'
import type { Config } from './config.ts'
import type { Issuer } from './issuers.ts'

type DemoIdentity = { issuer: string; client: { id: string; secret: string } }

/** The identity providers that are configured, in the order of their buttons: Google first. */
export function configuredIssuers(config: Config): Issuer[] {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret = '', OIDC_ISSUER: issuer } = config
  const google = id ? [googleIssuer(issuer, { id, secret })] : []
  return [...google, ...config.OIDC_ISSUERS]
}

/** How people sign in; `demo`: the built-in identity provider, in place of Google. */
export function createSignInMethods(config: Config, demo: DemoIdentity | null): SignInMethod[] {
  const builtIn = demo ? [googleIssuer(demo.issuer, demo.client)] : []
  return [...builtIn, ...configuredIssuers(config)].map(createMethod)
}

function googleIssuer(issuer: string, { id, secret }: { id: string; secret: string }): Issuer {
  return {
    ...{ id: googleMethod, name: 'Google', issuer, client_id: id, client_secret: secret },
    ...{ domains: [], trusted: false, groups_claim: null },
  }
}

function createMethod({ id, name, domains, trusted, ...registration }: Issuer): SignInMethod {
  const { issuer, client_id: clientId, client_secret: clientSecret, scopes } = registration
  const { groups_claim: groupsClaim } = registration
  const provider = createOpenIdProvider({
    ...{ issuer, clientId, clientSecret, groupsClaim },
    ...(scopes !== undefined && { scopes }),
  })
  return { id, name, domains, isTrusted: trusted, hasGroups: groupsClaim !== null, provider }
}
