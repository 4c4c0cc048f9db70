import { type Language, languages } from '#contract/language.ts'
import { overwriteGetLocale } from '#web/messages/compiled/runtime.js'
import { readCookie, writeCookie } from './cookies.ts'

export type { Language }

const cookie = 'locale'

/** The language a path is in: `/zh` and what is below it are Chinese, all else is English. */
export function localeOfPath(path: string): Language {
  return path === '/zh' || path.startsWith('/zh/') ? 'zh' : 'en'
}

/** A path without its language: `/zh/pricing` is `/pricing`. */
export function barePath(path: string): string {
  if (localeOfPath(path) === 'en') return path
  return path.slice('/zh'.length) || '/'
}

/** A path as it is in `locale`; query and hash stay. Takes paths with or without a language. */
export function localizedPath(path: string, locale: Language = currentLocale()): string {
  const bare = barePath(path)
  if (locale === 'en') return bare
  return bare === '/' ? '/zh' : `/zh${bare}`
}

/** The language of this page. It follows from the address and never changes while the page is open. */
export function currentLocale(): Language {
  return localeOfPath(location.pathname)
}

/** Remembers for a year that the reader chose this language. */
export function rememberLocale(locale: Language): void {
  writeCookie(cookie, locale, 365)
}

/** The language chosen before, if any. */
export function rememberedLocale(): Language | undefined {
  return languages.find((language) => language === readCookie(cookie))
}

/** Tells the messages and the document which language this page is in. Call before anything is drawn. */
export function startLocale(): void {
  const locale = currentLocale()
  overwriteGetLocale(() => locale)
  document.documentElement.lang = locale === 'zh' ? 'zh-CN' : 'en'
}
