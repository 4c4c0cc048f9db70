import { callbackPath, googleMethod } from '#core/accounts/sign-in/callback-path.ts'
import { createOpenIdProvider } from '#providers/openid.ts'
import type { Config } from '../config.ts'
import type { Issuer } from '../issuers.ts'
import { configuredIssuers } from '../sign-in-methods.ts'
import { clockTolerance } from './check-database.ts'
import { doubtful, type Finding, right, unused, wordsOf, wrong } from './finding.ts'

/** The timeout of one request, in ms. */
const requestTimeoutMs = 10_000

/**
 * Checks each issuer's discovery document and clock. Whether it knows the client is only visible at
 * a sign-in.
 */
export async function checkIdentity(config: Config): Promise<[name: string, finding: Finding][]> {
  if (config.usesDemoIdentity)
    return [['sign-in', unused('the built-in account chooser; nothing to check')]]
  const found = await Promise.all(
    configuredIssuers(config).map((issuer) => checkIssuer(config, issuer)),
  )
  return found.flat()
}

async function checkIssuer(config: Config, registered: Issuer): Promise<[string, Finding][]> {
  const { id, issuer, client_id: clientId, client_secret: clientSecret } = registered
  const name = id === googleMethod ? 'sign-in' : `sign-in ${id}`
  const base = config.fixedPublicUrl ?? `http://localhost:${config.PORT}`
  const callback = base + callbackPath(id)
  try {
    const { url } = await createOpenIdProvider({ issuer, clientId, clientSecret }).begin(callback)
    const found = right(
      `${issuer} describes itself; at ${url.host}, its client must allow ${callback}`,
    )
    const clock = id === googleMethod ? 'clock outside' : `clock of ${id}`
    return [
      [name, found],
      [clock, await checkOutsideClock(issuer)],
    ]
  } catch (error) {
    return [[name, identityProblem(registered, error)]]
  }
}

function identityProblem({ id, issuer }: Issuer, error: unknown): Finding {
  const variable = id === googleMethod ? 'OIDC_ISSUER' : 'OIDC_ISSUERS'
  const name = nameGiven(error)
  if (name)
    return wrong(
      `${issuer} calls itself ${name}.`,
      `Set ${variable} to exactly that, if it is whom you mean.`,
    )
  return wrong(
    `${issuer}: ${wordsOf(error)}.`,
    `Can this machine reach it, and is ${variable} right?`,
  )
}

/** Returns the issuer's own name, if it differs from the configured one. */
function nameGiven(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const about = cause.cause as { attribute?: unknown; body?: { issuer?: unknown } } | undefined
    if (about?.attribute === 'issuer' && typeof about.body?.issuer === 'string')
      return about.body.issuer
  }
  return null
}

async function checkOutsideClock(issuer: string): Promise<Finding> {
  const address = `${issuer}/.well-known/openid-configuration`
  const { headers, body } = await fetch(address, { signal: AbortSignal.timeout(requestTimeoutMs) })
  await body?.cancel()
  const theirs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return doubtful('the issuer does not tell the time')
  const seconds = Math.abs(theirs - Date.now()) / 1000
  if (seconds < clockTolerance) return right('our clock agrees with the issuer’s')
  return wrong(
    `Our clock is ${Math.round(seconds)} s off the issuer’s.`,
    'Run NTP: sign-ins and webhooks are refused.',
  )
}
