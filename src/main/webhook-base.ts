import { isIP } from 'node:net'

const privateNames = /(^|\.)(local|internal|lan|home|localdomain)$/

/**
 * Returns our origin as a provider reaches it, or `null` when it cannot. Providers post to public
 * https addresses only (docs/providers/fal.md#webhook-retries); a provider on this machine reaches
 * this machine.
 */
export function webhookBase(
  publicUrl: string,
  { isFixed, providerUrl }: { isFixed: boolean; providerUrl: string },
): string | null {
  if (isLoopback(new URL(providerUrl).hostname)) return publicUrl
  return isFixed && isOutside(publicUrl) ? publicUrl : null
}

/** Whether this is an https address that is public on the internet. */
export function isOutside(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname.includes('.')
  return protocol === 'https:' && isName && !privateNames.test(hostname)
}

/** Whether this host name means the own machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
