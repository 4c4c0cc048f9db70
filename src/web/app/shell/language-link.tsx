import { useLocation } from '@tanstack/react-router'
import { localizedPath, rememberLocale, useLocale } from '#web/lib/locale.ts'

const other = {
  en: { locale: 'zh', tag: 'zh-CN', name: '中文' },
  zh: { locale: 'en', tag: 'en', name: 'English' },
} as const

/** This very page, query and all, in the other language, named in that language. */
export function LanguageLink() {
  const { locale, tag, name } = other[useLocale()]
  const { pathname, searchStr, hash } = useLocation()
  return (
    <a
      href={localizedPath(pathname, locale) + searchStr + (hash && `#${hash}`)}
      hrefLang={tag}
      lang={tag}
      onClick={() => rememberLocale(locale)}
      className="flex min-h-control items-center rounded-control px-2.5 text-body text-quiet transition-colors hover:bg-hover hover:text-text"
    >
      {name}
    </a>
  )
}
