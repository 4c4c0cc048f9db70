import { useTellAccount } from '#web/lib/account.ts'
import { currentLocale, localizedPath, rememberLocale } from '#web/lib/locale.ts'
import { useLocation } from '#web/lib/location.ts'

const other = {
  en: { locale: 'zh', tag: 'zh-CN', name: '中文' },
  zh: { locale: 'en', tag: 'en', name: 'English' },
} as const

/** This very page, query and all, in the other language, named in that language. */
export function LanguageLink() {
  const { locale, tag, name } = other[currentLocale()]
  const { path, search, hash } = useLocation()
  const { tell } = useTellAccount()
  const choose = () => {
    rememberLocale(locale)
    tell({ language: locale })
  }
  return (
    <a
      href={localizedPath(path, locale) + search + hash}
      hrefLang={tag}
      lang={tag}
      onClick={choose}
      className="flex min-h-control items-center rounded-control px-2.5 text-body whitespace-nowrap text-quiet transition-colors max-md:px-1.5 hover:bg-hover hover:text-text"
    >
      {name}
    </a>
  )
}
