import './no-eval.ts'
import './styles/app.css'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { pageDataId } from '#core/pages/page-data-contract.ts'
import { canonicalPath } from '#core/pages/page-paths-contract.ts'
import { accountQuery, shareAccount } from '#web/lib/account.ts'
import { startReloadingMedia } from '#web/lib/browser/reload-media.ts'
import { startServiceWorker } from '#web/lib/browser/service-worker.ts'
import { startTheme } from '#web/lib/browser/theme.ts'
import {
  barePath,
  currentLocale,
  localizedPath,
  rememberedLocale,
  startLocale,
} from '#web/lib/locale.ts'
import { followAllowedModels, prepareModels, startFollowingModels } from '#web/lib/models.ts'
import { startLocation } from '#web/lib/navigation/location.ts'
import { queryOf } from '#web/lib/navigation/query.ts'
import { startFollowingSettings } from '#web/lib/settings.ts'
import { pageAt } from '#web/routes.ts'
import { NotLoaded, PartBoundary, PartFailed } from '#web/shared/part-boundary.tsx'
import { finishSignIn } from '#web/sign-in/finish-sign-in.ts'
import { startTooltips } from '#web/ui/overlays/tooltip.ts'
import { Shell } from './shell.tsx'
import { untilComposed, watchStaticPage } from './take-over.ts'

/** What features do when a page is opened; they are loaded with it, so they are small. */
const featureStarts = import.meta.glob<{ atStart: () => void }>('/src/features/*/web/at-start.ts', {
  eager: true,
})

/**
 * Without a connection every request fails at once with a message, instead of waiting silently for
 * the connection.
 */
const networkMode = 'always'

/** Live events keep the data current, so returning to a tab fetches nothing. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, refetchOnReconnect: true, networkMode },
    mutations: { networkMode },
  },
})

/**
 * Only the start page follows the language chosen before; every other address contains its
 * language.
 */
function goesToRememberedLanguage(): boolean {
  const remembered = rememberedLocale()
  if (location.pathname !== '/' || !remembered || remembered === currentLocale()) return false
  location.replace(localizedPath('/', remembered) + location.search)
  return true
}

/**
 * Code that failed to load is reported in its place; any other error that a boundary caught is a
 * bug.
 */
function onCaughtError(error: unknown) {
  if (!(error instanceof NotLoaded)) reportError(error)
}

async function start(root: HTMLElement) {
  startLocale()
  startLocation()
  startTheme()
  startTooltips()
  startPreloading(queryClient)
  startReloadingMedia()
  shareAccount(queryClient)
  finishSignIn()
  startFollowingModels(document.documentElement.dataset.models)
  followAllowedModels(queryClient)
  startFollowingSettings(queryClient)
  startServiceWorker()
  for (const { atStart } of Object.values(featureStarts)) atStart()
  takePageData(queryClient)
  // The prerendered page stays until the whole page can replace it.
  const { preload, models } = pageAt(barePath(location.pathname))
  const isPrerendered = root.hasChildNodes()
  await Promise.all([prepareModels(models), isPrerendered && preload()])
  if (isPrerendered) await untilComposed(root)
  const takeOver = watchStaticPage(root)
  // In small pieces, so that a slow phone can scroll meanwhile.
  startTransition(() =>
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <PartBoundary
            renderFailed={(error, reset) => (
              <PartFailed place="page" error={error} onRetry={() => Promise.resolve(reset())} />
            )}
          >
            <Shell
              onDrawn={() =>
                // After React has committed, so that it handles the events of taking over.
                queueMicrotask(() => {
                  root.inert = false
                  takeOver()
                  delete root.dataset.static
                })
              }
            />
          </PartBoundary>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

/** The page was rendered with this data: nothing is fetched that it shows already. */
function takePageData(client: QueryClient): void {
  const text = document.getElementById(pageDataId)?.textContent
  const entries: [QueryKey, unknown][] = text ? JSON.parse(text) : []
  for (const [key, data] of entries) client.setQueryData(key, data)
}

/** How long the pointer or the focus rests on a link before its data is fetched, in ms. */
const restMs = 80

/**
 * Fetches a page's code as soon as the pointer or the focus is on a link to it, or a finger touches
 * it, and its data once it stays there. Call once at the start.
 */
function startPreloading(client: QueryClient): void {
  let resting: ReturnType<typeof setTimeout> | undefined
  const preload = ({ type, target }: Event) => {
    clearTimeout(resting)
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin !== location.origin || link.pathname.startsWith('/api/')) return
    const path = canonicalPath(barePath(link.pathname))
    const page = pageAt(path)
    // A failed fetch is reported when the user follows the link.
    void page.preload()
    const account = client.getQueryData(accountQuery.queryKey)
    if (!account) return
    const visit = { path, query: queryOf(link.search), account }
    resting = setTimeout(
      () => void page.prefetch?.(client, visit),
      type === 'touchstart' ? 0 : restMs,
    )
  }
  for (const event of ['pointerover', 'focusin', 'touchstart'])
    addEventListener(event, preload, { passive: true })
}

const root = document.getElementById('app')
if (root && !goesToRememberedLanguage()) void start(root)
