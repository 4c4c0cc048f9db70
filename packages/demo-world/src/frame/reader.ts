import { parseAccept } from 'hono/utils/accept'
import { parse } from 'hono/utils/cookie'

export type Language = 'en' | 'zh'
export type Theme = 'dark' | 'light' | 'system'

/** Who reads a page of the demo, as far as the page looks or speaks otherwise for it. */
export type Reader = { language: Language; theme: Theme }

/**
 * The language and theme that the product remembers for this browser, else the language it asks
 * for, and dark.
 */
export function readerOf(headers: {
  cookie?: string | undefined
  'accept-language'?: string | undefined
}): Reader {
  const { theme, locale } = parse(headers.cookie ?? '')
  return {
    language: locale === 'en' || locale === 'zh' ? locale : languageOf(headers['accept-language']),
    theme: theme === 'light' || theme === 'system' ? theme : 'dark',
  }
}

function languageOf(accepted: string | undefined): Language {
  const known = parseAccept(accepted ?? '').find(({ type }) => /^(en|zh)\b/i.test(type))
  return known?.type.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
