/**
 * Shows a page of its own where the studio cannot be reached, and the messages that the studio
 * sends while no page of it is open. No other request is answered here: pages,
 * code, media and answers of the API always come from the network, so an old build is never shown.
 * The server writes `installedApp` before this script (core/pages/installed-app-routes.ts), so that a
 * browser installs it again when one of these facts changes.
 */
declare const self: ServiceWorkerGlobalScope & {
  readonly installedApp: {
    /** Changes with everything that is stored. */
    version: string
    /** The page for each beginning of a path; the empty one is for all others. */
    pages: Readonly<Record<string, string>>
    /** What these pages need. */
    files: readonly string[]
    /** The beginnings of paths that are no pages. */
    apart: readonly string[]
    /** The path of the icon of messages. */
    icon: string
  }
}

const { version, pages, files, apart, icon } = self.installedApp
const prefix = 'offline-'
const cacheName = prefix + version

/** What a proxy answers while the studio behind it is down. The studio itself never does. */
const unreachable: ReadonlySet<number> = new Set([502, 504])

self.addEventListener('install', (event) => {
  const store = async () => {
    const cache = await caches.open(cacheName)
    const stored = [...Object.values(pages), ...files]
    await cache.addAll(stored.map((path) => new Request(path, { cache: 'reload' })))
    await self.skipWaiting()
  }
  event.waitUntil(store())
})

self.addEventListener('activate', (event) => {
  const start = async () => {
    await deleteCaches((name) => name !== cacheName)
    // The request is sent while this script starts, so no page waits for it.
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }
  event.waitUntil(start())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!apart.some((path) => pathname.startsWith(path))) event.respondWith(openPage(event))
  } else if (files.includes(pathname))
    event.respondWith(fetch(request).catch((error: unknown) => stored(pathname, error)))
})

async function openPage(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const start = Object.keys(pages).find(
    (each) => each !== '' && (pathname === each || pathname.startsWith(`${each}/`)),
  )
  const page = pages[start ?? ''] ?? ''
  try {
    const preloaded: Response | undefined = await event.preloadResponse
    const response = preloaded ?? (await fetch(event.request))
    if (unreachable.has(response.status)) return await stored(page, undefined, response)
    event.waitUntil(removeIfGone())
    return response
  } catch (error) {
    return await stored(page, error)
  }
}

/** Returns a stored file; without it, the response, or the failure of the request. */
async function stored(path: string, error: unknown, response?: Response): Promise<Response> {
  const found = await caches.match(path, { cacheName })
  if (found ?? response) return (found ?? response) as Response
  throw error
}

/** Removes this script and what it stored where the server no longer has it, as an older version. */
async function removeIfGone(): Promise<void> {
  try {
    const { status } = await fetch(self.location.href, { method: 'HEAD', cache: 'no-store' })
    if (status !== 404 && status !== 410) return
    await self.registration.unregister()
    await deleteCaches(() => true)
  } catch {
    // Without an answer nothing is known; the next page asks again.
  }
}

async function deleteCaches(isOver: (name: string) => boolean): Promise<void> {
  const names = await caches.keys()
  const over = names.filter((name) => name.startsWith(prefix) && isOver(name))
  await Promise.all(over.map((name) => caches.delete(name)))
}

/** A message of the studio, encrypted for this browser. */
type PushText = { title: string; body: string; tag: string; path: string }

self.addEventListener('push', (event) => {
  const text = event.data?.json() as PushText | undefined
  if (!text) return
  const { title, body, tag, path } = text
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: path }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openResult(event.notification.data as string))
})

/** Shows the page at this path: in its window where there is one, else in a new one. */
async function openResult(path: string): Promise<void> {
  const { href } = new URL(path, self.location.origin)
  const windows = await self.clients.matchAll({ type: 'window' })
  const shown = windows.find(({ url }) => url === href)
  if (shown) await shown.focus()
  else await self.clients.openWindow(href)
}

// A file of its own: its names are not those of other scripts.
export {}
