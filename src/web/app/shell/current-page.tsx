import { Suspense, useDeferredValue, useEffect } from 'react'
import { type Location, PinnedLocation, useLocation } from '#web/lib/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { pageAt } from '../pages.ts'

/** The page the address names. The page before stays until the new one can be shown. */
export function CurrentPage() {
  const live = useLocation()
  const deferred = useDeferredValue(live)
  // Back and forward go at once, so that the browser finds the page tall enough to scroll where one
  // was.
  const location = live.cause === 'back' ? live : deferred
  const { Component, title, description } = pageAt(location.path)
  const name = title?.() ?? ''
  const text = description?.() ?? ''
  useArrival(location, name)
  useDescription(text)

  return (
    <PinnedLocation value={location}>
      <Suspense>
        <Component key={location.path} path={location.path} title={name} description={text} />
      </Suspense>
    </PinnedLocation>
  )
}

/**
 * Names the tab after the page. A page reached by a link starts at its top, with the keyboard in
 * it.
 */
function useArrival({ path, search, cause }: Location, name: string) {
  useEffect(() => {
    document.title = name ? `${name} · ${m.app_name()}` : m.app_name()
  }, [name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every address is an arrival of its own
  useEffect(() => {
    if (cause !== 'push') return
    scrollTo(0, 0)
    const main = document.querySelector<HTMLElement>('main')
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [path, search, cause])
}

/**
 * What search engines and shared links say about the page; for one without a sentence of its own,
 * about the product.
 */
function useDescription(text: string) {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
    if (meta) meta.content = text || m.app_description()
  }, [text])
}
