import type { ComponentType } from 'react'
import { useId } from 'react'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { type Theme, themes } from '#core/history/contract/browser-state.ts'
import { useSavePreference } from '#web/lib/account.ts'
import { chooseTheme, useTheme } from '#web/lib/browser/theme.ts'
import {
  currentLocale,
  type Language,
  languageOptions,
  localizedPath,
  rememberLocale,
} from '#web/lib/locale.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { UnreviewedLanguages } from '#web/shared/unreviewed-languages.tsx'
import { FieldLabel } from '#web/ui/controls/field.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Section } from './account-layout.tsx'
import { SavedSwitch } from './saved-switch.tsx'

const FeaturePreferences = featureParts(
  import.meta.glob<ComponentType<{ account: AccountView }>>(
    '/src/features/*/web/account-preference.tsx',
    { eager: true, import: 'default' },
  ),
)

/** Language, theme, the visibility of new generations, and mails. */
export function Preferences({ account }: { account: AccountView }) {
  return (
    <Section title={m.account_preferences()} hint={m.account_preferences_hint()}>
      <div className="flex max-w-md flex-col gap-6">
        <LanguageChoice />
        <ThemeChoice />
        <DefaultVisibility account={account} />
        <FeaturePreferences account={account} />
      </div>
    </Section>
  )
}

/**
 * The current page in each language, under the language's own name; they are links, because the
 * address decides the language.
 */
function LanguageChoice() {
  const { path } = useLocation()
  const { savePreference } = useSavePreference()
  const current = currentLocale()
  const choose = (language: Language) => {
    rememberLocale(language)
    savePreference({ language })
  }
  return (
    <div className="flex flex-col gap-1.5">
      <FieldLabel>{m.account_language()}</FieldLabel>
      <nav
        aria-label={m.account_language()}
        className="grid auto-cols-fr grid-flow-col gap-0.5 rounded-control border border-edge p-0.5"
      >
        {languageOptions.map(({ language, tag, name }) => (
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
      <UnreviewedLanguages />
    </div>
  )
}

const themeNames: Record<Theme, () => string> = {
  dark: m.app_theme_dark,
  light: m.app_theme_light,
  system: m.app_theme_system,
}

/** Dark, light or as the system, applied at once. */
function ThemeChoice() {
  const chosen = useTheme()
  const { savePreference, hasFailed } = useSavePreference()
  const noteId = useId()
  const choose = (theme: Theme) => {
    chooseTheme(theme)
    savePreference({ theme })
  }
  return (
    <div className="flex flex-col gap-1.5">
      <FieldLabel>{m.app_theme()}</FieldLabel>
      <Segmented
        label={m.app_theme()}
        options={themes.map((value) => ({ value, label: themeNames[value]() }))}
        value={chosen}
        onChange={choose}
        describedBy={hasFailed ? noteId : undefined}
      />
      <NotSavedNote id={noteId} isShown={hasFailed} />
    </div>
  )
}

/** That a choice applies in this browser, but was not saved in the account. */
function NotSavedNote({ id, isShown }: { id?: string; isShown: boolean }) {
  return (
    <p id={id} role="status" className="text-small text-warn empty:hidden">
      {isShown && m.account_not_kept()}
    </p>
  )
}

/** Whether new generations are public unless their form says otherwise. */
function DefaultVisibility({ account }: { account: AccountView }) {
  return (
    <SavedSwitch
      name="default_public"
      label={m.account_default_public()}
      hint={(isPublic) =>
        isPublic ? m.account_default_public_hint() : m.account_default_private_hint()
      }
      value={account.default_public}
    />
  )
}
