import { isIP } from 'node:net'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
const privateNames = /(^|\.)(local|internal|lan|home|localdomain)$/

/**
 * Our origin as the provider reaches it, or `null` when it cannot. fal posts to public https addresses only (reference,
 * §2.2); a provider on this machine reaches this machine.
 */
export function webhookBase(
  publicUrl: string,
  { isFixed, queueUrl }: { isFixed: boolean; queueUrl: string },
): string | null {
  if (loopback.test(new URL(queueUrl).hostname)) return publicUrl
  const { protocol, hostname } = new URL(publicUrl)
  const isOutside =
    isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname.includes('.') && !privateNames.test(hostname)
  return isFixed && protocol === 'https:' && isOutside ? publicUrl : null
}
