import { createOpenIdProvider } from '#providers/identity/openid.ts'
import type { Config } from '../../config.ts'
import { clockTolerance } from './check-database.ts'
import { doubtful, type Finding, right, unused, wordsOf, wrong } from './finding.ts'

/** For one request, in ms. */
const patience = 10_000

/** Does the issuer describe itself, and is its clock ours? Whether it knows the client only a sign-in shows. */
export async function checkIdentity(config: Config): Promise<[name: string, finding: Finding][]> {
  if (config.usesDemoIdentity) return [['sign-in', unused('the built-in account chooser; nothing to check')]]
  const callback = `${config.fixedPublicUrl ?? `http://localhost:${config.PORT}`}/api/auth/callback`
  try {
    const identity = createOpenIdProvider({
      issuer: config.OIDC_ISSUER,
      clientId: config.GOOGLE_CLIENT_ID ?? '',
      clientSecret: config.GOOGLE_CLIENT_SECRET ?? '',
    })
    await identity.begin(callback)
    const found = right(`${config.OIDC_ISSUER} describes itself; its client must allow ${callback}`)
    return [
      ['sign-in', found],
      ['clock outside', await checkOutsideClock(config.OIDC_ISSUER)],
    ]
  } catch (error) {
    const remedy = 'Can this machine reach it, and is OIDC_ISSUER right?'
    return [['sign-in', wrong(`${config.OIDC_ISSUER}: ${wordsOf(error)}.`, remedy)]]
  }
}

async function checkOutsideClock(issuer: string): Promise<Finding> {
  const address = `${issuer}/.well-known/openid-configuration`
  const { headers, body } = await fetch(address, { signal: AbortSignal.timeout(patience) })
  await body?.cancel()
  const theirs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return doubtful('the issuer does not tell the time')
  const seconds = Math.abs(theirs - Date.now()) / 1000
  if (seconds < clockTolerance) return right('our clock agrees with the issuer’s')
  return wrong(`Our clock is ${Math.round(seconds)} s off the issuer’s.`, 'Run NTP: sign-ins and webhooks are refused.')
}
