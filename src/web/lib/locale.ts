import {
  type Language,
  languageFacts,
  languageOfPath,
  languages,
  parseLanguage,
  pathIn,
} from '#contract/languages.ts'
import { overwriteGetLocale } from '#web/messages/compiled/runtime.js'
import { readCookie, writeCookie } from './browser-storage.ts'

export { barePath } from '#contract/languages.ts'
export type { Language }

const cookie = 'locale'

/** A path as it is in `locale`; query and hash stay. Takes paths with or without a language. */
export function localizedPath(path: string, locale: Language = currentLocale()): string {
  return pathIn(path, locale)
}

/**
 * The language of this page. It follows from the address and never changes while the page is open.
 */
export function currentLocale(): Language {
  return languageOfPath(location.pathname)
}

/** Every language as a reader chooses it. */
export const languageOptions = languages.map((language) => ({
  language,
  ...languageFacts[language],
}))

/** Remembers for a year that the reader chose this language. */
export function rememberLocale(locale: Language): void {
  writeCookie(cookie, locale, 365)
}

/** The language chosen before, if any. */
export function rememberedLocale(): Language | undefined {
  return parseLanguage(readCookie(cookie))
}

/** What `Intl` calls the language of this page. */
export function currentTag(): string {
  return languageFacts[currentLocale()].tag
}

/**
 * Tells the messages and the document which language this page is in. Call before anything is
 * drawn.
 */
export function startLocale(): void {
  const locale = currentLocale()
  overwriteGetLocale(() => locale)
  document.documentElement.lang = languageFacts[locale].tag
}
