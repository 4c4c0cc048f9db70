import { createOpenIdProvider } from '#providers/identity/openid.ts'
import type { Config } from '../config.ts'
import { clockTolerance } from './check-database.ts'
import { doubtful, type Finding, right, unused, wordsOf, wrong } from './finding.ts'

/** The timeout of one request, in ms. */
const requestTimeoutMs = 10_000

/**
 * Checks the issuer's discovery document and clock. Whether it knows the client is only visible at
 * a sign-in.
 */
export async function checkIdentity(config: Config): Promise<[name: string, finding: Finding][]> {
  if (config.usesDemoIdentity)
    return [['sign-in', unused('the built-in account chooser; nothing to check')]]
  const {
    OIDC_ISSUER: issuer,
    GOOGLE_CLIENT_ID: clientId = '',
    GOOGLE_CLIENT_SECRET: clientSecret = '',
  } = config
  const callback = `${config.fixedPublicUrl ?? `http://localhost:${config.PORT}`}/api/auth/callback`
  try {
    const { url } = await createOpenIdProvider({ issuer, clientId, clientSecret }).begin(callback)
    const found = right(
      `${issuer} describes itself; at ${url.host}, its client must allow ${callback}`,
    )
    return [
      ['sign-in', found],
      ['clock outside', await checkOutsideClock(issuer)],
    ]
  } catch (error) {
    return [['sign-in', identityProblem(issuer, error)]]
  }
}

function identityProblem(issuer: string, error: unknown): Finding {
  const name = nameGiven(error)
  if (name)
    return wrong(
      `${issuer} calls itself ${name}.`,
      'Set OIDC_ISSUER to exactly that, if it is whom you mean.',
    )
  return wrong(
    `${issuer}: ${wordsOf(error)}.`,
    'Can this machine reach it, and is OIDC_ISSUER right?',
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
