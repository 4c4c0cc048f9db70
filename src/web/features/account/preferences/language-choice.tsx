import { useLocation } from '#web/lib/navigation/location.ts'
import { useTellAccount } from '#web/lib/preferences/account-settings.ts'
import {
  currentLocale,
  type Language,
  localizedPath,
  rememberLocale,
} from '#web/lib/preferences/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { FieldLabel } from '#web/ui/controls/field.tsx'

/**
 * Each language under its own name; they are links, because the language follows from the address.
 */
const languages = [
  { language: 'en', tag: 'en', name: 'English' },
  { language: 'zh', tag: 'zh-CN', name: '中文' },
] as const

/** This very page in either language. */
export function LanguageChoice() {
  const { path } = useLocation()
  const { tell } = useTellAccount()
  const current = currentLocale()
  const choose = (language: Language) => {
    rememberLocale(language)
    tell({ language })
  }
  return (
    <div className="flex flex-col gap-1.5">
      <FieldLabel>{m.account_language()}</FieldLabel>
      <nav
        aria-label={m.account_language()}
        className="grid auto-cols-fr grid-flow-col gap-0.5 rounded-control border border-edge p-0.5"
      >
        {languages.map(({ language, tag, name }) => (
          <a
            key={language}
            href={localizedPath(path, language)}
            hrefLang={tag}
            lang={tag}
            {...(language === current && { 'aria-current': true })}
            onClick={() => choose(language)}
            className="flex min-h-[calc(var(--control)-6px)] items-center justify-center rounded-[6px] px-2 text-body text-quiet transition-colors hover:text-text aria-[current]:bg-text aria-[current]:font-medium aria-[current]:text-ground"
          >
            {name}
          </a>
        ))}
      </nav>
    </div>
  )
}
