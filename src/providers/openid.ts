import * as openid from 'openid-client'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { toStorableText } from '#core/models/rules/storable-text.ts'
import { boundedFetch } from './bounded-fetch.ts'
import {
  type Identity,
  type IdentityProvider,
  type SignInRefusal,
  SignInRefused,
  type SignInSecrets,
} from './identity.ts'

type Registration = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Separated by spaces. */
  scopes?: string
  /** The claim with the groups of a person. */
  groupsClaim?: string | null
}

const defaultScopes = 'openid email profile'

/** The timeout of one request to the identity provider, in seconds. */
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
    begin: async (redirectUri) =>
      begin(await configuration(), redirectUri, registration.scopes ?? defaultScopes),
    finish: async (callback, secrets) => {
      const { groupsClaim = null } = registration
      return finish(await configuration(), { callback, secrets, groupsClaim })
    },
  }
}

async function begin(configuration: openid.Configuration, redirectUri: string, scope: string) {
  const secrets = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  }
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  })
  return { url, secrets }
}

type Answer = { callback: URL; secrets: SignInSecrets; groupsClaim: string | null }

async function finish(
  configuration: openid.Configuration,
  { callback, secrets, groupsClaim }: Answer,
): Promise<Identity> {
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, callback, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    })
    const claims = await claimsOf(configuration, tokens, groupsClaim)
    const identity = identityFrom(claims)
    return groupsClaim === null ? identity : { ...identity, groups: claims?.[groupsClaim] }
  } catch (cause) {
    throw isRefusal(cause) ? new SignInRefused(reasonOf(cause), cause.message, { cause }) : cause
  }
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

/**
 * Returns the claims of the id_token; some providers return the e-mail address or the groups only
 * to a request with the access token.
 */
async function claimsOf(
  configuration: openid.Configuration,
  tokens: Tokens,
  groupsClaim: string | null,
): Promise<openid.IDToken | undefined> {
  const claims = tokens.claims()
  const isWhole =
    claims?.email !== undefined && (groupsClaim === null || claims[groupsClaim] !== undefined)
  if (!claims || isWhole || !configuration.serverMetadata().userinfo_endpoint) return claims
  const found = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  const groups = groupsClaim === null ? {} : { [groupsClaim]: found[groupsClaim] }
  // The id_token is signed: what it says counts before the other answer.
  if (claims.email !== undefined) return { ...groups, ...claims }
  const { email, email_verified, name } = found
  return {
    ...groups,
    ...claims,
    ...(email && { email }),
    ...(email_verified && { email_verified }),
    ...(name && { name }),
  }
}

function discover({ issuer, clientId, clientSecret }: Registration): Promise<openid.Configuration> {
  const server = new URL(issuer)
  // The library trusts an id_token from the token endpoint because of TLS; we still verify the
  // signature.
  const execute = [openid.enableNonRepudiationChecks]
  if (isLoopback(server)) execute.push(openid.allowInsecureRequests)
  const options = { execute, timeout, [openid.customFetch]: boundedFetch as openid.CustomFetch }
  return openid.discovery(server, clientId, clientSecret, undefined, options)
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** In characters; an address cannot be longer (RFC 5321); longer names are cut. */
const maxEmail = 320
const maxName = 200

/**
 * E-mail addresses ignore case. These two capitals become `i` and `k` in lower case, and would make
 * an address equal to another's. Nor may an address contain invisible characters.
 */
const disguised = /[\u0130\u212a\s\p{C}]/u

/**
 * An unverified address proves nothing (docs/decisions/0017-who-an-account-belongs-to.md). Some
 * providers send the verification as a text.
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

/** The errors of a provider that fails itself. */
const trouble = new Set(['server_error', 'temporarily_unavailable'])

/** openid-client's codes of an answer that does not match the request. */
const mismatches = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

/**
 * Whether an error of openid-client means that the sign-in proves nothing, not that it could not be
 * verified.
 */
function isRefusal(error: unknown): error is Error {
  if (error instanceof AuthorizationResponseError) return !trouble.has(error.error)
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant'
  return error instanceof ClientError && mismatches.has(error.code ?? '')
}

/** Whether the person declined, or the answer is invalid. */
function reasonOf(refusal: Error): SignInRefusal {
  return refusal instanceof AuthorizationResponseError && refusal.error === 'access_denied'
    ? 'declined'
    : 'failed'
}
