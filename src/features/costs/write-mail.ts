import type { Letterhead, MailText } from '#core/mail/contract.ts'
import type { FeatureMails } from '#core/mail/rules.ts'
import { fill, loadMessages } from '#core/texts/messages/messages.ts'
import { pathIn } from '#platform/languages/languages.ts'
import type english from './messages/texts.en.json'

const messages = await loadMessages<typeof english>(
  (language) => import(`./messages/texts.${language}.json`, { with: { type: 'json' } }),
)

/** Writes the mail to operators about a provider whose budget of a day is used up. */
export function writeBudgetMail(
  content: FeatureMails['provider_budget'],
  { language, url }: Letterhead,
): MailText {
  const texts = messages[language]
  return {
    subject: fill(texts.provider_budget_subject, content),
    paragraphs: [
      fill(texts.provider_budget_body, content),
      fill(texts.link_costs, { url: url + pathIn('/admin/costs', language) }),
    ],
  }
}
