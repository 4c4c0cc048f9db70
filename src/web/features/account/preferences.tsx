import { useId, useState } from 'react'
import type { AccountView } from '#contract/account/account.ts'
import { type Theme, themes } from '#contract/browser-state.ts'
import { useSavePreference, useSaveSettings } from '#web/lib/account.ts'
import { chooseTheme, useTheme } from '#web/lib/browser/theme.ts'
import { errorText } from '#web/lib/error-text.ts'
import {
  currentLocale,
  type Language,
  languageOptions,
  localizedPath,
  rememberLocale,
} from '#web/lib/locale.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { UnreviewedLanguages } from '#web/shared/unreviewed-languages.tsx'
import { FieldLabel } from '#web/ui/controls/field.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Section } from './account-layout.tsx'

/** Language, theme, the visibility of new generations, and mails. */
export function Preferences({ account }: { account: AccountView }) {
  return (
    <Section title={m.account_preferences()} hint={m.account_preferences_hint()}>
      <div className="flex max-w-md flex-col gap-6">
        <LanguageChoice />
        <ThemeChoice />
        <DefaultVisibility account={account} />
        <MailWhenFinished account={account} />
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

/** Whether a mail is sent when a long job ends; nothing where the studio sends none. */
function MailWhenFinished({ account }: { account: AccountView }) {
  const { mail_when_finished: isWanted, email } = account
  if (isWanted === null) return null
  return (
    <SavedSwitch
      name="mail_when_finished"
      label={m.account_mail_when_finished()}
      hint={() => m.account_mail_when_finished_hint({ email })}
      value={isWanted}
    />
  )
}

type SavedSwitchProps = {
  name: 'default_public' | 'mail_when_finished'
  label: string
  hint: (value: boolean) => string
  value: boolean
}

/** A setting of the account. It switches at once, and back when it could not be saved. */
function SavedSwitch({ name, label, hint, value }: SavedSwitchProps) {
  const { mutate, error } = useSaveSettings()
  const [wanted, setWanted] = useState<boolean>()
  const shown = wanted ?? value
  const choose = (next: boolean) => {
    setWanted(next)
    mutate({ [name]: next }, { onSettled: () => setWanted(undefined) })
  }
  return (
    <div>
      <Switch label={label} hint={hint(shown)} checked={shown} onChange={choose} />
      {error && (
        <p role="alert" className="mt-1 text-small text-bad">
          {errorText(error)}
        </p>
      )}
    </div>
  )
}
