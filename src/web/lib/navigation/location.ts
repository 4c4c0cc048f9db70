import { createContext, use } from 'react'
import { create } from 'zustand'
import { canonicalPath } from '#core/pages/page-paths-contract.ts'
import { barePath, localizedPath } from '../locale.ts'
import { type Query, queryOf, searchOf } from './query.ts'

export type Location = {
  /** Without its language and without a slash at the end. */
  path: string
  /** `?a=b`, or empty; also where it is too long for a server and follows `#`. */
  search: string
  /** `search` taken apart. */
  query: Record<string, string>
  hash: string
  /**
   * How the page was reached: by opening it, by a link, by replacing the address, by back or
   * forward; or a layer was opened above the same page, or closed again (`layer`).
   */
  cause: 'open' | 'push' | 'replace' | 'back' | 'layer'
}

/**
 * Fixes the result of `useLocation` below it: a page keeps its own address while the next page is
 * still loading.
 */
export const PinnedLocation = createContext<Location | null>(null)

const useLiveLocation = create<Location>(() => read('open'))
let page = below()
let left: string | undefined

/** The current address, following every navigation. */
export function useLocation(): Location {
  const live = useLiveLocation()
  return use(PinnedLocation) ?? live
}

export type NavigateOptions = {
  query?: Query
  /** Leaves no entry in the history. */
  replace?: boolean
  /**
   * The address opens a layer above this page: going back closes it, and the page keeps its scroll
   * position.
   */
  layer?: boolean
}

/** Goes to an own path, with or without its language, query and hash. */
export function navigate(
  to: string,
  { query, replace = false, layer = false }: NavigateOptions = {},
): void {
  const address = addressOf(to, query)
  if (!replace && !layer) left = location.pathname + location.search
  if (replace) history.replaceState(history.state, '', address)
  else history.pushState(layer ? { ...history.state, below: below() } : null, '', address)
  change(layer ? 'layer' : replace ? 'replace' : 'push')
}

/**
 * Closes a layer: goes back to the page below; where it was opened by its address alone, `to`
 * replaces it.
 */
export function closeLayer(to: string, query?: Query): void {
  if (isLayer()) history.back()
  else navigate(to, { ...(query && { query }), replace: true })
}

function isLayer(): boolean {
  return below() !== location.pathname + location.search
}

/** The address of the page below all layers. */
function below(): string {
  const { below: kept } = (globalThis.history?.state ?? {}) as { below?: unknown }
  return typeof kept === 'string' ? kept : globalThis.location.pathname + globalThis.location.search
}

/** The own path, with its query, of the page whose link led here; `undefined` where no link did. */
export function leftAddress(): string | undefined {
  return useLiveLocation.getState().cause === 'push' ? left : undefined
}

/** The address of an own path, in the language of this page. */
export function addressOf(to: string, query?: Query): string {
  const { pathname, search, hash } = new URL(to, location.origin)
  const given = query ? searchOf(query) : search
  const rest = given.length > maxSearch ? `#${given}` : given + hash
  return localizedPath(canonicalPath(barePath(pathname))) + rest
}

/**
 * The longest query that is sent to a server, in characters; proxies accept 8 kB with the path. A
 * longer one, as of a form with a long text, follows `#` and stays in the browser.
 */
const maxSearch = 4_000

function read(cause: Location['cause']): Location {
  const { pathname } = globalThis.location
  const isLong = globalThis.location.hash.startsWith('#?')
  const search = isLong ? globalThis.location.hash.slice(1) : globalThis.location.search
  const hash = isLong ? '' : globalThis.location.hash
  return { path: canonicalPath(barePath(pathname)), search, query: queryOf(search), hash, cause }
}

function change(cause: Location['cause']) {
  page = below()
  useLiveLocation.setState(read(cause), true)
}

/** Follows the browser's back and forward buttons. Call once at the start. */
export function startLocation(): void {
  addEventListener('popstate', () => change(below() === page ? 'layer' : 'back'))
}
