import { useSyncExternalStore } from 'react'
import { type Theme, themes } from '#contract/browser-state.ts'
import { readCookie, writeCookie } from './browser-storage.ts'

const cookie = 'theme'
const listeners = new Set<() => void>()

/**
 * The theme the reader chose; dark until they do. The server puts the same one on the page before
 * its first paint.
 */
function currentTheme(): Theme {
  const remembered = readCookie(cookie)
  return themes.find((theme) => theme === remembered) ?? 'dark'
}

/** Changes the theme at once and remembers it for a year. */
export function chooseTheme(theme: Theme): void {
  writeCookie(cookie, theme, 365)
  startTheme()
  for (const listener of listeners) listener()
}

/** Puts the remembered theme on the document. */
export function startTheme(): void {
  document.documentElement.dataset.theme = currentTheme()
}

/** The chosen theme, for components. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, currentTheme)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
