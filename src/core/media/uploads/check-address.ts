import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'

export type Lookup = (
  host: string,
  options: LookupOptions & { all: true },
) => Promise<LookupAddress[]>

/** How addresses that people enter are reached. Only tests and development relax it. */
export type ForeignFiles = {
  /** Also loopback and private networks, on any port. */
  allowPrivateAddresses?: boolean
  /** Also this one address and port, `address:port`. */
  allowAddress?: string
  lookup?: Lookup
}

declare module '#core/parts.ts' {
  interface AllParts {
    /** How addresses that people enter are reached; by default never internal ones. */
    foreignFiles?: ForeignFiles
  }
}

/** The address may not be reached. The reason is not disclosed. */
export class UnreachableAddress extends Error {
  override name = 'UnreachableAddress'
}

const ports = new Set(['', '80', '443'])

/**
 * Returns where a request connects to: resolved once, every address checked. Throws `Unreachable`.
 */
export async function checkAddress(url: URL, options: ForeignFiles) {
  const { allowPrivateAddresses = false, allowAddress, lookup = systemLookup } = options
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UnreachableAddress('not a web address')
  if (url.username || url.password) throw new UnreachableAddress('an address with credentials')
  const isAllowed = (address: string) =>
    allowPrivateAddresses || `${address}:${url.port}` === allowAddress
  const isUsualPort =
    allowPrivateAddresses || ports.has(url.port) || allowAddress?.endsWith(`:${url.port}`)
  if (!isUsualPort) throw new UnreachableAddress('an unusual port')

  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = ipaddr.isValid(host)
    ? [{ address: host, family: ipaddr.parse(host).kind() === 'ipv6' ? 6 : 4 }]
    : await lookup(host, { all: true })
  const [first] = found
  if (!first) throw new UnreachableAddress('a name without an address')
  if (!found.every(({ address }) => isAllowed(address) || isPublic(address))) {
    throw new UnreachableAddress('an internal address')
  }
  return { address: first.address, family: first.family }
}

/** Whether an address is global unicast, and not translated to an internal address. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  // Only this range of IPv6 is assigned: `::7f00:1` would count as unicast.
  const isAssigned = parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'))
  return isAssigned && parsed.range() === 'unicast'
}

/**
 * Throws `Refused` `address_not_allowed` for an internal address; each message's connection is
 * checked again when it is sent.
 */
export async function refuseInternal(
  { foreignFiles = {} }: Parts<'foreignFiles'>,
  url: string,
): Promise<void> {
  await checkAddress(new URL(url), foreignFiles).catch(() => {
    throw new Refused({ reason: 'address_not_allowed' })
  })
}
