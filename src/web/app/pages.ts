import type { ComponentType } from 'react'
import { historyAt } from '#web/features/history/history-kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { allEntries, type Entry } from './nav-entries.ts'
import { creatorPathOf, formPages } from './pages/form-pages.ts'

export type PageProps = { path: string; title: string; description: string }

export type Page = {
  /** Names the browser's tab; without one it has the product's name alone. */
  title?: () => string
  /** One sentence about it, for the form's head and for search engines. */
  description?: () => string
  Component: ComponentType<PageProps>
  /** Fetches its code ahead of the visit. */
  preload: () => Promise<unknown>
}

const account = pageFrom(
  async () => (await import('#web/features/account/account-page.tsx')).AccountPage,
)
const admin = pageFrom(async () => (await import('./pages/admin-page.tsx')).AdminPage)
const start = pageFrom(async () => (await import('./pages/start-page.tsx')).StartPage)
const form = pageFrom(async () => (await import('./pages/form-page.tsx')).FormPage)
const forward = pageFrom(async () => (await import('./pages/forward-page.tsx')).ForwardPage)
const history = pageFrom(async () => (await import('./pages/history-page.tsx')).HistoryPage)
const ledger = pageFrom(
  async () => (await import('#web/features/ledger/ledger-page.tsx')).LedgerPage,
)
const keys = pageFrom(
  async () => (await import('#web/features/account/keys/keys-page.tsx')).KeysPage,
)
const pricing = pageFrom(
  async () => (await import('#web/features/pricing/pricing-page.tsx')).PricingPage,
)
const bought = pageFrom(async () => (await import('#web/features/pricing/done-page.tsx')).DonePage)
const notFound = pageFrom(async () => (await import('./pages/not-found-page.tsx')).NotFoundPage)

/** By their paths without a language; contract/page-paths.ts tells the server of them. */
export const pages: ReadonlyMap<string, Page> = new Map([
  ['/', start],
  ...allEntries.map((entry) => [entry.path, pageOf(entry)] as const),
  ['/creator/image-editing', { ...forward, title: m.nav_image_editor }],
  ['/creator/image-generation', { ...forward, title: m.nav_image }],
  ['/creator/video-generation', { ...forward, title: m.nav_video }],
  ['/pricing', { ...pricing, title: m.pricing_title }],
  ['/pricing/done', { ...bought, title: m.done_title }],
  ['/account/credits', { ...ledger, title: m.credits_title }],
  ['/account', { ...account, title: m.app_account }],
  ['/account/keys', { ...keys, title: m.keys_title }],
])

/** `/dev/create/…` is for development builds alone (docs/spec/creation.md#pages). */
const inDevelopment = import.meta.env.DEV || import.meta.env.MODE === 'development'

/** The page at a path without a language; for a path nobody knows, the one that says so. */
export function pageAt(path: string, isDevelopment: boolean = inDevelopment): Page {
  const found = pages.get(isDevelopment ? creatorPathOf(path) : path)
  if (found) return found
  // The hub answers every path below it (docs/spec/history.md#pages).
  if (path.startsWith('/creator/history/')) return { ...history, title: m.history_records }
  // Its name is nobody's but the operator's.
  if (path === '/admin' || path.startsWith('/admin/')) return admin
  return { ...notFound, title: m.app_not_found_title }
}

function pageOf({ path, label, heading = label }: Entry): Page {
  if (historyAt(path) || path === '/creator/history') return { ...history, title: heading }
  const description = formPages[path]?.description
  return description ? { ...form, title: heading, description } : { ...forward, title: heading }
}

function pageFrom(load: () => Promise<ComponentType<PageProps>>): Page {
  const Component = lazyPart(load)
  return { Component, preload: Component.preload }
}
