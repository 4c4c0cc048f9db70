import { workText } from '#core/credits/ledger-text-contract.ts'
import type { Letterhead, MailText } from '#core/mail/contract.ts'
import type { FeatureMails } from '#core/mail/rules.ts'
import { fill, loadMessages } from '#core/texts/messages/messages.ts'
import { languageFacts, pathIn } from '#platform/languages/languages.ts'
import type english from './messages/texts.en.json'

const messages = await loadMessages<typeof english>(
  (language) => import(`./messages/texts.${language}.json`, { with: { type: 'json' } }),
)

/** Writes the mail about a job that has ended: without its prompt, as others may see the mail. */
export function writeFinishedMail(
  about: 'generation_finished' | 'generation_failed',
  { kind, refund }: FeatureMails['generation_finished'],
  { language, url }: Letterhead,
): MailText {
  const texts = messages[language]
  const values = {
    work: workText(kind, language),
    credits: refund.toLocaleString(languageFacts[language].tag),
  }
  const link = (path: string) => url + pathIn(path, language)
  return {
    subject: fill(texts[`${about}_subject`], values),
    paragraphs: [
      fill(texts[`${about}_body`], values),
      fill(texts.link_history, { url: link('/creator/history') }),
      fill(texts.link_settings, { url: link('/account') }),
    ],
  }
}
