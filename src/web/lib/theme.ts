import { create } from 'zustand'
import { type Theme, themes } from '#contract/browser-state.ts'
import { readCookie, writeCookie } from './browser-storage.ts'

const cookie = 'theme'

/** The chosen theme, for components. */
export const useTheme = create<Theme>(rememberedTheme)

/**
 * The theme the reader chose; dark until they do. The server puts the same one on the page before
 * its first paint.
 */
function rememberedTheme(): Theme {
  const remembered = readCookie(cookie)
  return themes.find((theme) => theme === remembered) ?? 'dark'
}

/** Changes the theme at once and remembers it for a year. */
export function chooseTheme(theme: Theme): void {
  writeCookie(cookie, theme, 365)
  startTheme()
}

/** Puts the remembered theme on the document. */
export function startTheme(): void {
  const theme = rememberedTheme()
  document.documentElement.dataset.theme = theme
  useTheme.setState(theme)
}
