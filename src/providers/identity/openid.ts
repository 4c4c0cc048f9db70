import * as openid from 'openid-client'
import { type Identity, type IdentityProvider, SignInRefused, type SignInSecrets } from './identity.ts'
import { isRefusal } from './refusal.ts'

type Registration = { issuer: string; clientId: string; clientSecret: string }

/** Seconds for one request to the identity provider. */
const timeout = 10

/** Signs people in with an OpenID provider: authorization code with PKCE, state and nonce. */
export function createOpenIdProvider(registration: Registration): IdentityProvider {
  let discovered: Promise<openid.Configuration> | null = null

  function configuration() {
    discovered ??= discover(registration).catch((error: unknown) => {
      discovered = null
      throw error
    })
    return discovered
  }

  return {
    begin: async (redirectUri) => begin(await configuration(), redirectUri),
    finish: async (callback, secrets) => finish(await configuration(), callback, secrets),
  }
}

async function begin(configuration: openid.Configuration, redirectUri: string) {
  const secrets = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  }
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  })
  return { url, secrets }
}

async function finish(configuration: openid.Configuration, callback: URL, secrets: SignInSecrets): Promise<Identity> {
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, callback, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    })
    return identityFrom(tokens.claims())
  } catch (cause) {
    throw isRefusal(cause) ? new SignInRefused(cause.message, { cause }) : cause
  }
}

function discover({ issuer, clientId, clientSecret }: Registration): Promise<openid.Configuration> {
  const server = new URL(issuer)
  // The library trusts an id_token from the token endpoint for its TLS; we check the signature all the same.
  const execute = [openid.enableNonRepudiationChecks]
  if (isLoopback(server)) execute.push(openid.allowInsecureRequests)
  return openid.discovery(server, clientId, clientSecret, undefined, { execute, timeout })
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function identityFrom(claims: openid.IDToken | undefined): Identity {
  if (typeof claims?.email !== 'string' || !claims.email) throw new SignInRefused('The account has no e-mail address')
  if (claims.email_verified === false) throw new SignInRefused('The e-mail address of the account is not verified')
  const name = typeof claims.name === 'string' ? claims.name : null
  return { issuer: claims.iss, subject: claims.sub, email: claims.email, name }
}
