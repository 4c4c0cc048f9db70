import { workText } from '#core/credits/ledger-text-contract.ts'
import type { Letterhead, MailText } from '#core/mail/contract.ts'
import type { FeatureMails } from '#core/mail/rules.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { fill, loadMessages } from '#core/texts/messages/messages.ts'
import { pathIn } from '#platform/languages/languages.ts'
import type english from './messages/texts.en.json'

declare module '#core/mail/rules.ts' {
  interface FeatureMails {
    /** `note`: of the operator. */
    result_removed: { kind: Kind; note: string }
  }
}

const messages = await loadMessages<typeof english>(
  (language) => import(`./messages/texts.${language}.json`, { with: { type: 'json' } }),
)

/** Writes the mail to the owner of a removed result. */
export function writeRemovalMail(
  { kind, note }: FeatureMails['result_removed'],
  { language, url }: Letterhead,
): MailText {
  const texts = messages[language]
  return {
    subject: texts.result_removed_subject,
    paragraphs: [
      fill(texts.result_removed_body, { work: workText(kind, language), note }),
      fill(texts.link_history, { url: url + pathIn('/creator/history', language) }),
    ],
  }
}
