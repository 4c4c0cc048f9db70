type LanguageFacts = {
  /** Its BCP 47 tag, for HTML and `Intl`. */
  tag: string
  /** Its name in the language itself. */
  name: string
  /**
   * Whether a native reader has reviewed its texts: CONTRIBUTING.md says who and when. Where not, the
   * language's menu says so. English is the language that they are written in.
   */
  isReviewed: boolean
}

/**
 * The languages of the product, by the code in paths, cookies and message files. The first is the
 * fallback and has no part in a path. A new one is a line here and its message files.
 */
export const languageFacts = {
  en: { tag: 'en', name: 'English', isReviewed: true },
  zh: { tag: 'zh-CN', name: '中文', isReviewed: false },
  de: { tag: 'de', name: 'Deutsch', isReviewed: false },
} as const satisfies Record<string, LanguageFacts>

export type Language = keyof typeof languageFacts

/** All of them, the fallback first. */
export const languages = Object.keys(languageFacts) as [Language, ...Language[]]

/** The fallback language. */
export const fallbackLanguage: Language = languages[0]

/** Reads the code of a language; `undefined` for an unknown one. */
export function parseLanguage(code: string | null | undefined): Language | undefined {
  return languages.find((language) => language === code)
}

/** The reader's language from an `Accept-Language` header: the first of ours that it names. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '').split(',').map((part) => part.trim().toLowerCase())
  const codes = wanted.map((range) => parseLanguage(/^[a-z]*/.exec(range)?.[0]))
  return codes.find((language) => language !== undefined) ?? fallbackLanguage
}

/** The prefix of a path in a language: nothing, or its code, such as `/zh`. */
export function pathPrefix(language: Language): string {
  return language === fallbackLanguage ? '' : `/${language}`
}

/** The language of a path: `/zh` and all below it are Chinese, `/de` German, all else is English. */
export function languageOfPath(path: string): Language {
  const code = /^\/(\w+)(?=[/?#]|$)/.exec(path)?.[1]
  const language = parseLanguage(code)
  return language && pathPrefix(language) !== '' ? language : fallbackLanguage
}

/** A path without its language: `/zh/pricing` is `/pricing`. Query and hash stay. */
export function barePath(path: string): string {
  const prefix = pathPrefix(languageOfPath(path))
  if (prefix === '') return path
  // One slash, whatever follows: a path with two would be the address of another site.
  return `/${path.slice(prefix.length).replace(/^[/\\]+/, '')}`
}

/** A path in a language. Accepts paths with or without one; query and hash stay. */
export function pathIn(path: string, language: Language): string {
  const bare = barePath(path)
  const prefix = pathPrefix(language)
  const isRoot = /^\/(?=[?#]|$)/.test(bare)
  return prefix !== '' && isRoot ? prefix + bare.slice(1) : prefix + bare
}
