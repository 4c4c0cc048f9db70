type Cookie = { value: string; path: string; attributes: string[] }

/** An answer, where it came from, and the addresses that led there. */
export type Visit = { url: URL; response: Response; hops: URL[] }

/**
 * As much of a browser as signing in needs: a jar of cookies a host, and redirects across hosts.
 */
export function createBrowser({ userAgent = 'Test Browser' } = {}) {
  const jars = new Map<string, Map<string, Cookie>>()
  const jarOf = ({ host }: URL) => {
    const jar = jars.get(host) ?? new Map<string, Cookie>()
    jars.set(host, jar)
    return jar
  }

  function keep(url: URL, line: string) {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    const isOver = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
    if (isOver) jarOf(url).delete(name)
    else jarOf(url).set(name, { value, path, attributes })
  }

  async function request(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address)
    const sent = [...jarOf(url)].filter(([, { path }]) => url.pathname.startsWith(path))
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const headers = { 'user-agent': userAgent, ...(cookie && { cookie }), ...init.headers }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(url, line)
    return response
  }

  return {
    request,
    /** Goes to an address and on through redirects; stops before an address that `until` names. */
    async open(address: string | URL, until: (url: URL) => boolean = () => false): Promise<Visit> {
      const hops: URL[] = []
      for (let url = new URL(address); ; ) {
        const response = await request(url)
        const location = response.headers.get('location')
        if (!location) return { url, response, hops }
        await response.body?.cancel()
        url = new URL(location, url)
        hops.push(url)
        if (until(url)) return { url, response, hops }
      }
    },
    /** What it keeps for a host, by name. */
    cookies: (address: string | URL): ReadonlyMap<string, Cookie> => jarOf(new URL(address)),
    /** Sets a cookie, as an attacker might. */
    plant(address: string | URL, name: string, value: string, path = '/') {
      jarOf(new URL(address)).set(name, { value, path, attributes: [] })
    },
  }
}

export type Browser = ReturnType<typeof createBrowser>
