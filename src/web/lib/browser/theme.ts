import { create } from 'zustand'
import { type Theme, themes } from '#core/history/contract/browser-state.ts'
import { readCookie, writeCookie } from './browser-storage.ts'

const cookie = 'theme'

/** The chosen theme, for components. */
export const useTheme = create<Theme>(rememberedTheme)

/** The chosen theme; dark by default. The server sets the same one before the first paint. */
function rememberedTheme(): Theme {
  const remembered = readCookie(cookie)
  return themes.find((theme) => theme === remembered) ?? 'dark'
}

/** Changes the theme at once and stores it for a year. */
export function chooseTheme(theme: Theme): void {
  writeCookie(cookie, theme, 365)
  startTheme()
}

/** Applies the stored theme to the document. */
export function startTheme(): void {
  const theme = rememberedTheme()
  document.documentElement.dataset.theme = theme
  useTheme.setState(theme)
}
