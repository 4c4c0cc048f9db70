import { isLoopback, isOutside } from '#main/webhook-base.ts'
import type { Config } from '../../config.ts'
import { doubtful, type Finding, right, unused, wrong } from './finding.ts'

/** Is the studio's own address one that people may sign in at, and pay? */
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
