import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/**
 * Returns the client address of a request. Behind `trustedProxies` proxies of the operator's own,
 * each of which appends its peer to `X-Forwarded-For`, it is the entry of the outermost of them;
 * earlier entries may be forged. An IPv6 household (/64) is one address.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? []
  const hops = [...(trustedProxies > 0 ? forwarded : []), peerAddress(c)].map((hop) => hop.trim())
  return normalized(hops.at(-1 - trustedProxies) ?? hops[0] ?? '')
}

/**
 * Whether the request came with `X-Forwarded-For` from our own network: through a proxy that is not
 * configured.
 */
export function isThroughUnknownProxy(c: Context, trustedProxies: number): boolean {
  if (trustedProxies > 0 || c.req.header('x-forwarded-for') === undefined) return false
  const peer = peerAddress(c)
  return ipaddr.isValid(peer) && ipaddr.process(peer).range() !== 'unicast'
}

/** The address of the connection; empty where there is none. */
function peerAddress(c: Context): string {
  const bindings = (c.env ?? {}) as { incoming?: unknown }
  return bindings.incoming ? (getConnInfo(c).remote.address ?? '') : ''
}

function normalized(hop: string): string {
  const bare = hop.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  if (!ipaddr.isValid(bare)) return 'unknown'
  const address = ipaddr.process(bare)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const household = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])
  return `${household.toString()}/64`
}
