import {
  type Language,
  languageFacts,
  languageOfPath,
  languages,
  parseLanguage,
  pathIn,
} from '#platform/languages/languages.ts'
import { overwriteGetLocale } from '#web/messages/compiled/runtime.js'
import { readCookie, writeCookie } from './browser/browser-storage.ts'

export { barePath } from '#platform/languages/languages.ts'
export type { Language }

const cookie = 'locale'

/** A path as it is in `locale`; query and hash stay. Takes paths with or without a language. */
export function localizedPath(path: string, locale: Language = currentLocale()): string {
  return pathIn(path, locale)
}

/**
 * The language of this page. It is part of the address and never changes while the page is open.
 */
export function currentLocale(): Language {
  return languageOfPath(location.pathname)
}

/** The name of every language, for a menu. */
export const languageOptions = languages.map((language) => ({
  language,
  ...languageFacts[language],
}))

/** Stores for a year that the user chose this language. */
export function rememberLocale(locale: Language): void {
  writeCookie(cookie, locale, 365)
}

/** The language chosen before, if any. */
export function rememberedLocale(): Language | undefined {
  return parseLanguage(readCookie(cookie))
}

/** The `Intl` code of this page's language. */
export function currentTag(): string {
  return languageFacts[currentLocale()].tag
}

/** Sets the language of the messages and of the document. Call before the first render. */
export function startLocale(): void {
  const locale = currentLocale()
  overwriteGetLocale(() => locale)
  document.documentElement.lang = languageFacts[locale].tag
}
