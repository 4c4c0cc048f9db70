import type { AccountView } from '#contract/account.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Section } from '../section.tsx'
import { DefaultVisibility } from './default-visibility.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** Language, look, and who may see what is made. */
export function Preferences({ account }: { account: AccountView }) {
  return (
    <Section title={m.account_preferences()} hint={m.account_preferences_hint()}>
      <div className="flex max-w-md flex-col gap-6">
        <LanguageChoice />
        <ThemeChoice />
        <DefaultVisibility account={account} />
      </div>
    </Section>
  )
}
