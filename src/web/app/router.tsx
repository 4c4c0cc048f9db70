import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { barePath, localizedPath } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { allEntries } from './navigation/entries.ts'
import { PageFailed } from './pages/page-failed.tsx'
import { parseSearch, stringifySearch } from './search.ts'
import { Shell } from './shell/shell.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Names the browser's tab. */
    title?: () => string
  }
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: lazyRouteComponent(() => import('./pages/not-found-page.tsx'), 'NotFoundPage'),
})

const createPage = lazyRouteComponent(() => import('./pages/text-to-image-page.tsx'), 'TextToImagePage')
const historyPage = lazyRouteComponent(() => import('./pages/history-page.tsx'), 'HistoryPage')
const soonPage = lazyRouteComponent(() => import('./pages/soon-page.tsx'), 'SoonPage')

const builtPages: Record<string, typeof soonPage> = {
  '/creator/image': createPage,
  '/creator/image/text-to-image': createPage,
}

const entryRoutes = allEntries.map(({ path, label }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: path.startsWith('/creator/history') ? historyPage : (builtPages[path] ?? soonPage),
    staticData: { title: label },
  }),
)

const otherRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/start-page.tsx'), 'StartPage'),
  }),
  ...Object.entries({
    '/pricing': m.pricing_title,
    '/account/credits': m.credits_title,
    '/account/keys': m.keys_title,
  }).map(([path, title]) =>
    createRoute({ getParentRoute: () => root, path, component: soonPage, staticData: { title } }),
  ),
]

export const router = createRouter({
  routeTree: root.addChildren([...otherRoutes, ...entryRoutes]),
  rewrite: {
    input: ({ url }) => withPath(url, barePath(url.pathname)),
    output: ({ url }) => withPath(url, localizedPath(url.pathname)),
  },
  parseSearch,
  stringifySearch,
  defaultErrorComponent: PageFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

function withPath(url: URL, path: string): URL {
  url.pathname = path
  return url
}
