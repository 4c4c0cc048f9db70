/**
 * As much of a browser as a sign-in without script needs: cookies by path, one redirect at a time.
 */
export function createBrowser(language = 'en') {
  const cookies = new Map<string, { value: string; path: string }>()

  async function request(url: URL, init: RequestInit = {}): Promise<Response> {
    const sent = [...cookies].filter(([, { path }]) => url.pathname.startsWith(path))
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'accept-language': language, ...init.headers }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice(5) ?? '/'
      cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), path })
    }
    return response
  }

  return {
    /** One request with the cookies that are known, without following a redirect. */
    request,
    /**
     * Goes to an address and on through redirects; stops at a page, or before the first address on
     * another host.
     */
    async open(
      start: URL,
      init: RequestInit = {},
    ): Promise<{ url: URL; status: number; text: string; headers: Headers }> {
      let url = start
      let response = await request(url, init)
      for (
        let location = response.headers.get('location');
        location;
        location = response.headers.get('location')
      ) {
        const next = new URL(location, url)
        if (next.host !== url.host)
          return { url: next, status: 302, text: '', headers: response.headers }
        url = next
        response = await request(url)
      }
      return {
        url,
        status: response.status,
        text: await response.text(),
        headers: response.headers,
      }
    },
    /** Posts a form to an address, as pressing a button on its page does. */
    submit(url: URL, fields: Record<string, string>) {
      return this.open(url, { method: 'POST', body: new URLSearchParams(fields) })
    },
  }
}
