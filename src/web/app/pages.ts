import { type ComponentType, lazy } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { allEntries, type Entry } from './navigation/entries.ts'

export type PageProps = { path: string; title: string }

export type Page = {
  /** Names the browser's tab; without one it has the product's name alone. */
  title?: () => string
  Component: ComponentType<PageProps>
  /** Fetches its code ahead of the visit. */
  preload: () => Promise<unknown>
}

const start = pageFrom(async () => (await import('./pages/start-page.tsx')).StartPage)
const create = pageFrom(async () => (await import('./pages/text-to-image-page.tsx')).TextToImagePage)
const history = pageFrom(async () => (await import('./pages/history-page.tsx')).HistoryPage)
const soon = pageFrom(async () => (await import('./pages/soon-page.tsx')).SoonPage)
const notFound = pageFrom(async () => (await import('./pages/not-found-page.tsx')).NotFoundPage)

const pages: ReadonlyMap<string, Page> = new Map([
  ['/', start],
  ...allEntries.map((entry) => [entry.path, { ...pageOf(entry), title: entry.heading ?? entry.label }] as const),
  ['/pricing', { ...soon, title: m.pricing_title }],
  ['/account/credits', { ...soon, title: m.credits_title }],
  ['/account/keys', { ...soon, title: m.keys_title }],
])

/** The page at a path without a language; for a path nobody knows, the one that says so. */
export function pageAt(path: string): Page {
  return pages.get(path) ?? { ...notFound, title: m.app_not_found_title }
}

function pageOf({ path, isBuilt }: Entry): Page {
  if (path.startsWith('/creator/history')) return history
  return isBuilt ? create : soon
}

function pageFrom(load: () => Promise<ComponentType<PageProps>>): Page {
  return { Component: lazy(async () => ({ default: await load() })), preload: load }
}
