import type { Letterhead, MailText } from '#core/mail/contract.ts'
import { fill, loadMessages } from '#core/texts/messages/messages.ts'
import { pathIn } from '#platform/languages/languages.ts'
import type english from './messages/texts.en.json'

declare module '#core/mail/rules.ts' {
  interface FeatureMails {
    /** `path`: of the page that creates an account; `days`: how long it counts. */
    invitation: { path: string; days: number }
  }
}

const messages = await loadMessages<typeof english>(
  (language) => import(`./messages/texts.${language}.json`, { with: { type: 'json' } }),
)

/** Writes the mail with the link of an invitation. */
export function writeInvitation(
  { path, days }: { path: string; days: number },
  { language, url }: Letterhead,
): MailText {
  const texts = messages[language]
  return {
    subject: texts.invitation_subject,
    paragraphs: [fill(texts.invitation_body, { days }), url + pathIn(path, language)],
  }
}
