import * as openid from 'openid-client'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { toStorableText } from '#catalogue/storable-text.ts'
import { boundedFetch } from '../bounded-fetch.ts'
import {
  type Identity,
  type IdentityProvider,
  type SignInRefusal,
  SignInRefused,
  type SignInSecrets,
} from './identity.ts'

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

async function finish(
  configuration: openid.Configuration,
  callback: URL,
  secrets: SignInSecrets,
): Promise<Identity> {
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, callback, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    })
    return identityFrom(await claimsOf(configuration, tokens))
  } catch (cause) {
    throw isRefusal(cause) ? new SignInRefused(reasonOf(cause), cause.message, { cause }) : cause
  }
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

/**
 * What the id_token says; providers that keep the e-mail address out of it tell it to who asks with
 * the access token.
 */
async function claimsOf(
  configuration: openid.Configuration,
  tokens: Tokens,
): Promise<openid.IDToken | undefined> {
  const claims = tokens.claims()
  if (!claims || claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint)
    return claims
  const { email, email_verified, name } = await openid.fetchUserInfo(
    configuration,
    tokens.access_token,
    claims.sub,
  )
  return {
    ...claims,
    ...(email && { email }),
    ...(email_verified && { email_verified }),
    ...(name && { name }),
  }
}

function discover({ issuer, clientId, clientSecret }: Registration): Promise<openid.Configuration> {
  const server = new URL(issuer)
  // The library trusts an id_token from the token endpoint for its TLS; we check the signature all
  // the same.
  const execute = [openid.enableNonRepudiationChecks]
  if (isLoopback(server)) execute.push(openid.allowInsecureRequests)
  const options = { execute, timeout, [openid.customFetch]: boundedFetch as openid.CustomFetch }
  return openid.discovery(server, clientId, clientSecret, undefined, options)
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** In characters; an address cannot be longer (RFC 5321), and nobody reads more of a name. */
const maxEmail = 320
const maxName = 200

/**
 * Addresses are alike whatever their capitals. These two capitals of no Latin letter are `i` and
 * `k` when they are small: with them an address would be another's. Nor does an address hold what
 * nobody sees.
 */
const disguised = /[\u0130\u212a\s\p{C}]/u

/**
 * An address that nobody has verified may be anybody's
 * (docs/decisions/0017-who-an-account-belongs-to.md). Some providers say it as a text.
 */
function identityFrom(claims: openid.IDToken | undefined): Identity {
  if (claims && toStorableText(claims.sub) !== claims.sub) {
    throw new SignInRefused('failed', 'The account has a subject that cannot be stored')
  }
  if (typeof claims?.email !== 'string' || !claims.email) {
    throw new SignInRefused('unverified', 'The account has no e-mail address')
  }
  if (claims.email_verified !== true && claims.email_verified !== 'true') {
    throw new SignInRefused('unverified', 'The e-mail address of the account is not verified')
  }
  if (disguised.test(claims.email) || claims.email.length > maxEmail) {
    throw new SignInRefused(
      'unverified',
      'The e-mail address of the account is not one that can be told apart',
    )
  }
  const name =
    typeof claims.name === 'string'
      ? claims.name.replace(/[\p{Cc}\p{Cs}]/gu, '').slice(0, maxName)
      : null
  return { issuer: claims.iss, subject: claims.sub, email: claims.email, name }
}

/** What the provider answers when it is itself in trouble. */
const trouble = new Set(['server_error', 'temporarily_unavailable'])

/** What openid-client calls an answer that does not fit the question. */
const mismatches = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

/**
 * Whether an error of openid-client says that the sign-in proves nothing, rather than that it could
 * not be checked.
 */
function isRefusal(error: unknown): error is Error {
  if (error instanceof AuthorizationResponseError) return !trouble.has(error.error)
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant'
  return error instanceof ClientError && mismatches.has(error.code ?? '')
}

/** Whether the person went back, or something is wrong with the answer. */
function reasonOf(refusal: Error): SignInRefusal {
  return refusal instanceof AuthorizationResponseError && refusal.error === 'access_denied'
    ? 'declined'
    : 'failed'
}
