/**
 * Whether an address is https at its usual port, without a name or password, on a host that
 * `isTheirs` accepts.
 */
export function isResultAddress(address: string, isTheirs: (host: string) => boolean): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  return protocol === 'https:' && port === '' && !username && !password && isTheirs(hostname)
}

/** Whether an address has the origin of another, such as that of the configured API. */
export function hasOrigin(address: string, url: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(url).origin
}

/** Whether a host is this domain or below it. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}
