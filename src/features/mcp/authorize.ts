import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { hashToken, newToken } from '#core/accounts/sign-in/tokens.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { hashClient, readClient } from './clients.ts'
import { type AuthorizationParameters, maxApplications } from './contract.ts'
import { insertApplication } from './queries.ts'
import { hostOfRedirect, matchesRedirectUri } from './redirect-uris.ts'
import { type OAuthScope, readScopes } from './rules.ts'

/** How long a code is valid, in seconds. */
const codeSeconds = 60

const codePrefix = 'atc_'

/** The authorization server: its secret, its name, and the resource that its tokens are for. */
export type Issuer = { secret: string; issuer: string; resource: string }

/** What an application asks for; or the address that tells it what is wrong. */
export type Authorization =
  | {
      isValid: true
      name: string
      host: string
      scopes: OAuthScope[]
      clientId: string
      redirectUri: string
      challenge: string
    }
  | { isValid: false; redirectTo: string }

/**
 * Checks a request for authorization. Throws `Refused` `invalid_application` where it is unknown who
 * asks, or not registered to be answered there: then no one is redirected.
 */
export function checkAuthorization(
  { secret, issuer, resource }: Issuer,
  parameters: AuthorizationParameters,
): Authorization {
  const { client_id: clientId = '', redirect_uri: redirectUri = '' } = parameters
  const client = readClient(secret, clientId)
  if (!client?.redirectUris.some((registered) => matchesRedirectUri(registered, redirectUri)))
    throw new Refused({ reason: 'invalid_application' })

  const fail = (error: string, description: string) => {
    const more = { error, error_description: description }
    return {
      isValid: false,
      redirectTo: redirectTo(redirectUri, parameters, issuer, more),
    } as const
  }
  if (parameters.response_type !== 'code')
    return fail('unsupported_response_type', 'response_type must be code')
  const { code_challenge: challenge = '', code_challenge_method: method } = parameters
  if (method !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    return fail('invalid_request', 'PKCE with S256 is required')
  if (parameters.resource !== undefined && !isResource(parameters.resource, resource))
    return fail('invalid_target', `The resource is ${resource}`)
  const scopes = readScopes(parameters.scope)
  if (!scopes) return fail('invalid_scope', 'The scopes are read and create')
  const host = hostOfRedirect(redirectUri)
  return { isValid: true, name: client.name, host, scopes, clientId, redirectUri, challenge }
}

/** Whether a resource indicator (RFC 8707) names ours. */
export function isResource(given: string, resource: string): boolean {
  return given === resource
}

/** What a person allows an application: credits a day and a month, and for how many days. */
export type Grant = { daily_cap: number | null; monthly_cap: number | null; days: number }

/**
 * Connects an application to an account and returns the address that gives it its code. Throws
 * `Refused`: `too_many_applications`, `account_suspended`, `invalid_application`.
 */
export async function allowApplication(
  { database }: Parts<'database'>,
  server: Issuer,
  account: { id: string; suspended_at: Date | null },
  { parameters, grant }: { parameters: AuthorizationParameters; grant: Grant },
): Promise<string> {
  const asked = checkAuthorization(server, parameters)
  if (!asked.isValid) return asked.redirectTo
  if (account.suspended_at) throw new Refused({ reason: 'account_suspended' })
  const code = newToken(account.id, codePrefix)
  const { days, ...caps } = grant
  const { challenge, redirectUri } = asked
  const application = {
    ...{ id: uuid(), account_id: account.id, name: asked.name, hint: asked.host },
    ...{ scopes: asked.scopes, ...caps },
    // No one has the key itself: an application has tokens.
    key_hash: randomBytes(32),
    client_hash: hashClient(asked.clientId),
    code: { id: uuid(), hash: hashToken(code), challenge, redirectUri, days, seconds: codeSeconds },
  }
  if (!(await insertApplication(database, application, maxApplications)))
    throw new Refused({ reason: 'too_many_applications', max: maxApplications })
  return redirectTo(redirectUri, parameters, server.issuer, { code })
}

/** Returns the address that tells an application that the person said no. */
export function denyApplication(server: Issuer, parameters: AuthorizationParameters): string {
  const asked = checkAuthorization(server, parameters)
  if (!asked.isValid) return asked.redirectTo
  return redirectTo(asked.redirectUri, parameters, server.issuer, { error: 'access_denied' })
}

function redirectTo(
  address: string,
  { state }: AuthorizationParameters,
  issuer: string,
  answer: Record<string, string>,
): string {
  const url = new URL(address)
  const all = { ...answer, ...(state !== undefined && { state }), iss: issuer }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}
