import { findFfmpeg } from '#core/media/ffmpeg.ts'
import type { Config } from '../config.ts'
import { isLoopback, isOutside } from '../webhook-base.ts'
import { checkDatabase } from './check-database.ts'
import { checkFiles } from './check-files.ts'
import { checkIdentity } from './check-identity.ts'
import { checkMail } from './check-mail.ts'
import { checkProvenance } from './check-provenance.ts'
import { checkProvider } from './check-provider.ts'
import { checkStorage } from './check-storage.ts'
import { checkStripe } from './check-stripe.ts'
import { checkTraces } from './check-traces.ts'
import { doubtful, type Finding, right, unused, wordsOf, wrong } from './finding.ts'

type Named = Finding & { name: string }

/** Runs all checks in sequence; one that throws counts as failed and does not end the others. */
export async function* checkAll(config: Config): AsyncGenerator<Named> {
  yield {
    name: 'configuration',
    ...right(`${config.ATELIER_MODE}, ${config.ATELIER_ROLE}, data in ${config.dataDir}`),
  }
  yield { name: 'address', ...checkAddress(config) }
  yield* checkFiles(config)
  yield* checkDatabase(config)
  yield { name: 'storage', ...(await safely(() => checkStorage(config))) }
  yield { name: 'ffmpeg', ...(await safely(checkFfmpeg)) }
  for (const [name, finding] of await checkProvider(config)) yield { name, ...finding }
  for (const [name, finding] of await checkIdentity(config)) yield { name, ...finding }
  yield { name: 'payments', ...(await safely(() => checkStripe(config))) }
  yield { name: 'mail', ...(await safely(() => checkMail(config))) }
  yield { name: 'provenance', ...(await safely(async () => checkProvenance(config, new Date()))) }
  const { tracing } = config
  if (tracing) yield { name: 'traces', ...(await safely(() => checkTraces(tracing))) }
}

/** Whether videos get posters, and sounds that were made for a video are joined with it. */
async function checkFfmpeg(): Promise<Finding> {
  const version = await findFfmpeg()
  return version === null
    ? doubtful('not on the PATH: videos get no posters and are not joined with generated sound')
    : right(version)
}

async function safely(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return wrong(
      `${wordsOf(error)}.`,
      'This error is not expected here; look at the configuration of this part.',
    )
  }
}

/** Whether the configured address allows signing in and payments. */
export function checkAddress({
  fixedPublicUrl: address,
  ATELIER_MODE: mode,
  limits,
}: Config): Finding {
  if (!address) return unused('PUBLIC_URL is not set; whatever address a browser uses will do')
  const { origin, protocol, hostname } = new URL(address)
  if (address !== origin)
    return wrong(`PUBLIC_URL ${address} is more than an origin.`, `Set it to ${origin}.`)
  if (mode === 'demo') return right(address)
  if (isLoopback(hostname))
    return doubtful(`${address}; people on this machine alone can sign in there`)
  if (protocol !== 'https:') {
    const remedy = 'Put a proxy with HTTPS in front, and let PUBLIC_URL begin with https://.'
    return wrong(
      `PUBLIC_URL ${address} is not secret: sessions and keys would travel readable.`,
      remedy,
    )
  }
  if (limits.trustedProxies === 0) {
    return doubtful(
      `${address}; TRUST_PROXY is 0: behind a proxy all visitors share one limit, so set it to 1`,
    )
  }
  return isOutside(address)
    ? right(address)
    : doubtful(`${address}; it looks like a name of your own network alone`)
}
