/** The languages the product speaks, the first one being the fallback. */
export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

/** The reader's language from an `Accept-Language` header: the first of ours that it names. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
  return (
    wanted.find((tag): tag is Language => (languages as readonly string[]).includes(tag)) ?? 'en'
  )
}

/** The language a path is in: `/zh` and what is below it are Chinese, all else is English. */
export function languageOfPath(path: string): Language {
  return /^\/zh(?=[/?#]|$)/.test(path) ? 'zh' : 'en'
}

/** A path without its language: `/zh/pricing` is `/pricing`. Query and hash stay. */
export function barePath(path: string): string {
  if (languageOfPath(path) === 'en') return path
  // One slash, whatever follows: two of them would be the address of another site.
  return `/${path.slice('/zh'.length).replace(/^[/\\]+/, '')}`
}

/** A path as it is in a language. Takes paths with or without one; query and hash stay. */
export function pathIn(path: string, language: Language): string {
  const bare = barePath(path)
  if (language === 'en') return bare
  return /^\/(?=[?#]|$)/.test(bare) ? `/zh${bare.slice(1)}` : `/zh${bare}`
}

/** What a person reads whose network signs in too often; `{seconds}` is filled in. */
export const signInLimit = {
  title: { en: 'Too many sign-ins at once', zh: '登录过于频繁' },
  text: {
    en: 'There were too many sign-ins from your network within a minute. Nothing is wrong with your account. Try again in {seconds} s.',
    zh: '您所在的网络在一分钟内登录次数过多，您的账户没有问题。请在 {seconds} 秒后重试。',
  },
  again: { en: 'Try again', zh: '重试' },
  start: { en: 'Home', zh: '返回首页' },
} as const
