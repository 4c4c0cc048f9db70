import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { anyone } from '#core/http/access.ts'
import type { Env } from '#core/http/env.ts'
import { type AppIcons, appIconPath, createAppIcons } from '#core/settings/app-icons.ts'
import { logoOf } from '#core/settings/logo.ts'
import type { StudioSettings } from '#core/settings/studio-settings-rules.ts'
import { appMessages } from '#core/texts/messages/app.ts'
import { languageOfPath, languages, pathIn, pathPrefix } from '#platform/languages/languages.ts'
import { drawOfflinePage, offlinePath } from './offline-page.ts'
import type { WebFile } from './web-files.ts'

/** Where the service worker is: in the root, because it is for all pages. */
const serviceWorkerPath = '/service-worker.js'

const manifestPath = '/manifest.webmanifest'

/** The grounds of the dark theme, and of the product's icon. */
const ground = '#0f0d0b'
const iconGround = '#1b1613'

/** The paths that the service worker leaves to the browser: no pages are below them. */
const coreApart = ['/api/', '/assets/', '/demo/', '/media/', '/.well-known/']

type Look = { settings: StudioSettings; style: string }

export type InstalledApp = {
  routes: Hono<Env>
  /** The elements for the head of a page in this language. */
  links(path: string): string
}

/**
 * What makes the studio installable: its manifest and icons, and the service worker with its page
 * for a studio out of reach. `null`: the pages were built without these. `look`: the settings, and
 * their accent colour as CSS variables. `ofFeatures`: such paths of features.
 */
export function installedApp(
  files: ReadonlyMap<string, WebFile>,
  look: () => Look,
  ofFeatures: readonly string[],
): InstalledApp | null {
  const built = (pattern: RegExp) => [...files].find(([path]) => pattern.test(path))
  const [, worker] = built(/^\/assets\/service-worker-[\w-]{8}\.js$/) ?? []
  const [script] = built(/^\/assets\/offline-[\w-]{8}\.js$/) ?? []
  const [, drawing] = built(/^\/assets\/icon-[\w-]{8}\.svg$/) ?? []
  if (!worker || !script || !drawing) return null
  const product = createAppIcons(drawing.body, { fillsSquare: true, background: iconGround })
  const icons = iconsFor(product)

  const apart = [...coreApart, ...ofFeatures]
  const drawPage = (path: string) => {
    const { settings, style } = look()
    return drawOfflinePage(languageOfPath(path), {
      ...{ script, style, studio: settings.studio_name },
      icon: icons(settings).paths['icon-192'],
    })
  }
  const drawWorker = () => {
    const pages = Object.fromEntries(
      languages.map((language) => [pathPrefix(language), pathIn(offlinePath, language)]),
    )
    const icon = icons(look().settings).paths['icon-192']
    const needed = [script, icon]
    const version = hashOf([...Object.values(pages).map(drawPage), ...needed])
    const facts = JSON.stringify({ version, pages, files: needed, apart, icon })
    return `self.installedApp=${facts}\n${worker.body}`
  }

  const routes = new Hono<Env>()
  for (const language of languages) {
    routes.get(pathIn(manifestPath, language), anyone, (c) => {
      const { settings } = look()
      const manifest = describeApp(settings, icons(settings), pathIn('/', language))
      return send(c, JSON.stringify(manifest), 'application/manifest+json')
    })
    routes.get(pathIn(offlinePath, language), anyone, (c) =>
      send(c, drawPage(c.req.path), 'text/html; charset=utf-8'),
    )
  }
  routes.get(serviceWorkerPath, anyone, (c) =>
    send(c, drawWorker(), 'text/javascript; charset=utf-8'),
  )
  routes.get(`${appIconPath}:file`, anyone, async (c) => {
    const drawn = await icons(look().settings).draw(c.req.path)
    if (!drawn) return c.notFound()
    c.header('cache-control', 'public, max-age=31536000, immutable')
    return c.body(new Uint8Array(drawn), 200, { 'content-type': 'image/png' })
  })
  return {
    routes,
    links(path) {
      const manifest = pathIn(manifestPath, languageOfPath(path))
      const touch = icons(look().settings).paths['maskable-512']
      return `<link rel="manifest" href="${manifest}"><link rel="apple-touch-icon" href="${touch}">`
    },
  }
}

/** Returns the icons of the newest settings, which are drawn once. */
function iconsFor(product: AppIcons): (settings: StudioSettings) => AppIcons {
  let newest: { path: string; icons: AppIcons } | undefined
  return (settings) => {
    const logo = logoOf(settings)
    if (!logo) return product
    if (newest?.path !== logo.path) {
      const icons = createAppIcons(logo.bytes, { fillsSquare: false, background: ground })
      newest = { path: logo.path, icons }
    }
    return newest.icons
  }
}

function describeApp(
  { studio_name: name, accent_color: accent }: StudioSettings,
  { paths }: AppIcons,
  start: string,
) {
  const language = languageOfPath(start)
  const icon = (src: string, size: number, purpose: string) => ({
    ...{ src, purpose, type: 'image/png', sizes: `${size}x${size}` },
  })
  return {
    // The same app in each language.
    ...{ id: '/', scope: '/', start_url: start, display: 'standalone' },
    ...{ name, short_name: name, lang: language, description: appMessages[language].description },
    ...{ background_color: ground, theme_color: accent ?? ground },
    icons: [
      icon(paths['icon-192'], 192, 'any'),
      icon(paths['icon-512'], 512, 'any'),
      icon(paths['maskable-512'], 512, 'maskable'),
    ],
  }
}

/** Sends what changes with the settings: asked for each time, and sent when it is another. */
function send(c: Context<Env>, body: string, type: string) {
  const etag = `"${hashOf([body])}"`
  c.header('cache-control', 'no-cache')
  c.header('etag', etag)
  if (c.req.header('if-none-match') === etag) return c.body(null, 304)
  return c.body(body, 200, { 'content-type': type })
}

function hashOf(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('base64url').slice(0, 22)
}
