import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect, useLayoutEffect } from 'react'
import { isOperatorPath } from '#core/pages/page-paths-contract.ts'
import { accountQuery } from '#web/lib/account.ts'
import { whenIdle } from '#web/lib/browser/when-idle.ts'
import { useLiveUpdates } from '#web/lib/live-updates/live-updates.ts'
import { useModels } from '#web/lib/models.ts'
import { type Location, PinnedLocation, useLocation } from '#web/lib/navigation/location.ts'
import { askToAcceptTerms, closePrompt, usePrompt } from '#web/lib/prompts.ts'
import { useAppearance, useIsFree, useStudioName } from '#web/lib/settings.ts'
import { useTermsToAccept } from '#web/lib/terms.ts'
import { m } from '#web/messages/compiled/messages.js'
import { pageAt } from '#web/routes.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import type { Page, PageProps } from '#web/shared/page.ts'
import { useSessionEnd } from '#web/sign-in/use-session-end.ts'
import { Toaster } from '#web/ui/feedback/toaster.tsx'
import { listenForShortcuts } from './commands/shortcuts.ts'
import { useDroppedSettings } from './dropped-settings.ts'
import { useFinishedJobs } from './finished-jobs.ts'
import { Frame } from './frame.tsx'
import { closeSlideOverWhenWide } from './panel-state.ts'
import { SidePanel } from './side-panel.tsx'
import { useSpringLoadedLinks } from './spring-loaded-links.ts'

/** The parts that surround every page. `onDrawn` is called after the first render. */
export function Shell({ onDrawn }: { onDrawn: () => void }) {
  useLayoutEffect(onDrawn, [onDrawn])
  useLiveUpdates()
  useSessionEnd()
  useFinishedJobs()
  useDroppedSettings()
  useSpringLoadedLinks()
  useAppearance()
  useEffect(listenForShortcuts, [])
  useEffect(closeSlideOverWhenWide, [])
  return (
    <>
      <Frame panel={<SidePanel />}>
        <CurrentPage />
      </Frame>
      <Prompts />
      <Toasts />
    </>
  )
}

/** The page of the current address. The page before stays until the new one can be shown. */
function CurrentPage() {
  const live = useLocation()
  const deferred = useDeferredValue(live)
  // Back and forward switch at once, so that the page is high enough for the browser to restore the
  // scroll position.
  const location = live.cause === 'back' ? live : deferred
  const isFree = useIsFree()
  const { Component, title, freeTitle, description, form, models } = pageAt(location.path)
  const name = ((isFree && freeTitle) || title)?.() ?? ''
  const text = description?.() ?? ''
  useArrival(location, name)
  useDescription(text)

  return (
    <PinnedLocation value={location}>
      <Suspense>
        <PageWithModels
          key={location.path}
          {...{ Component, models, path: location.path, title: name, description: text, form }}
        />
      </Suspense>
    </PinnedLocation>
  )
}

/** A page with the models that it needs; it starts anew when they change. */
function PageWithModels({
  Component,
  models,
  ...page
}: PageProps & Pick<Page, 'Component'> & { models: Page['models'] | undefined }) {
  const revision = useModels(models)
  return <Component key={models && revision} {...page} />
}

/**
 * Sets the title of the tab. A page that was reached by a link starts at its top, with the keyboard
 * focus in it.
 */
function useArrival({ path, search, cause }: Location, name: string) {
  const studioName = useStudioName()
  useEffect(() => {
    document.title = name ? `${name} · ${studioName}` : studioName
  }, [name, studioName])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each address
  useEffect(() => {
    if (cause !== 'push') return
    scrollTo(0, 0)
    const main = document.querySelector<HTMLElement>('main')
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [path, search, cause])
}

/**
 * The description for search engines and shared links; for a page without its own, the product's.
 */
function useDescription(text: string) {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
    if (meta) meta.content = text || m.app_description()
  }, [text])
}

const asDialog = () => ({ isOpen: true, onClose: closePrompt })
const SignInDialog = lazyPart(
  async () => (await import('#web/sign-in/sign-in-dialog.tsx')).SignInDialog,
  asDialog,
)
const UpgradeDialog = lazyPart(
  async () => (await import('#web/pricing/upgrade-dialog.tsx')).UpgradeDialog,
  asDialog,
)
const AccountChangedDialog = lazyPart(
  async () => (await import('#web/sign-in/account-changed-dialog.tsx')).AccountChangedDialog,
  asDialog,
)

const TermsDialog = lazyPart(
  async () => (await import('#web/sign-in/terms-dialog.tsx')).TermsDialog,
  asDialog,
)

/**
 * Opens the terms once a page for each version that the account has to accept; not over the
 * operator's pages, where the notice stands.
 */
function useTermsPrompt() {
  const { version } = useTermsToAccept()
  const { path } = useLocation()
  const isDue = version > 0 && !isOperatorPath(path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for each version
  useEffect(() => {
    if (isDue) askToAcceptTerms()
  }, [isDue, version])
}

const CommandPalette = lazyPart(
  async () => (await import('./commands/command-palette.tsx')).CommandPalette,
  asDialog,
)
const ShortcutsDialog = lazyPart(
  async () => (await import('./commands/shortcuts-dialog.tsx')).ShortcutsDialog,
  asDialog,
)

/**
 * The modals that any page may open. Their code is loaded when one is opened, or when the page is
 * idle: of those that this visitor, or this account, may need next.
 */
function Prompts() {
  const prompt = usePrompt()
  useTermsPrompt()
  const { data: account } = useQuery(accountQuery)
  const isSignedIn = account === undefined ? undefined : account !== null
  useEffect(() => {
    if (isSignedIn === undefined) return
    whenIdle(() => {
      for (const part of isSignedIn ? [UpgradeDialog, AccountChangedDialog] : [SignInDialog])
        void part.preload()
    })
  }, [isSignedIn])
  return (
    <Suspense>
      {prompt?.kind === 'sign-in' && <SignInDialog prompt={prompt} />}
      {prompt?.kind === 'upgrade' && <UpgradeDialog prompt={prompt} />}
      {prompt?.kind === 'terms' && <TermsDialog />}
      {prompt?.kind === 'account-changed' && <AccountChangedDialog prompt={prompt} />}
      {prompt?.kind === 'commands' && <CommandPalette />}
      {prompt?.kind === 'shortcuts' && <ShortcutsDialog />}
    </Suspense>
  )
}

/** The toasts. Their code is loaded with the page, because most of them report errors. */
function Toasts() {
  return <Toaster label={m.app_messages()} dismissLabel={m.app_dismiss()} />
}
