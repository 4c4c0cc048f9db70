import { createContext, use, useSyncExternalStore } from 'react'
import { barePath, localizedPath } from '../preferences/locale.ts'
import { type Query, queryOf, searchOf } from './query.ts'

export type Location = {
  /** Without its language and without a slash at the end. */
  path: string
  /** `?a=b`, or empty. */
  search: string
  /** `search` taken apart. */
  query: Record<string, string>
  hash: string
  /** How one came here: by opening the page, by a link, by an address put in place of another, by back or forward. */
  cause: 'open' | 'push' | 'replace' | 'back'
}

/** Pins what `useLocation` answers below it: a page keeps its own address while the next page is still loading. */
export const PinnedLocation = createContext<Location | null>(null)

const listeners = new Set<() => void>()
let current = read('open')
let left: string | undefined

/** Where one is, following every navigation. */
export function useLocation(): Location {
  const live = useSyncExternalStore(subscribe, readCurrent, readCurrent)
  return use(PinnedLocation) ?? live
}

/** Goes to an own path, with or without its language, query and hash. `replace` leaves no trace in the history. */
export function navigate(to: string, { query, replace = false }: { query?: Query; replace?: boolean } = {}): void {
  const address = addressOf(to, query)
  if (!replace) left = location.pathname + location.search
  history[replace ? 'replaceState' : 'pushState'](replace ? history.state : null, '', address)
  change(replace ? 'replace' : 'push')
}

/** The own path, with its query, from which a link led here; `undefined` where no link did. */
export function leftAddress(): string | undefined {
  return current.cause === 'push' ? left : undefined
}

/** The address of an own path, in the language of this page. */
export function addressOf(to: string, query?: Query): string {
  const { pathname, search, hash } = new URL(to, location.origin)
  return localizedPath(pathname) + (query ? searchOf(query) : search) + hash
}

function read(cause: Location['cause']): Location {
  const { pathname, search, hash } = globalThis.location
  return { path: withoutTrailingSlash(barePath(pathname)), search, query: queryOf(search), hash, cause }
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function change(cause: Location['cause']) {
  current = read(cause)
  for (const listener of listeners) listener()
}

const goBack = () => change('back')
const readCurrent = () => current

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', goBack)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', goBack)
  }
}
