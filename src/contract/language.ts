/** The languages the product speaks, the first one being the fallback. */
export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

/** The reader's language from an `Accept-Language` header: the first of ours that it names. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return wanted.find((tag): tag is Language => (languages as readonly string[]).includes(tag)) ?? 'en'
}
