import { mailMessages } from '#core/texts/messages/mail.ts'
import { fill } from '#core/texts/messages/messages.ts'
import { fallbackLanguage, type Language, pathIn } from '#platform/languages/languages.ts'
import type { CoreMail, MailContent } from './rules.ts'

/** A mail as it is read: its subject, and its paragraphs. */
export type MailText = { subject: string; paragraphs: string[] }

/** `url`: our origin. `at`: when its cause was. */
export type Letterhead = { language: Language; url: string; at: Date }

/** Mails to the owner of an account that lead to the start page. */
const ownerMails: ReadonlySet<CoreMail['about']> = new Set([
  'account_deleted',
  'account_deleted_by_operator',
  'account_approved',
  'account_rejected',
])

/** Whether the core writes mails about this. */
export function isCoreMail(content: MailContent): content is CoreMail {
  return `${content.about}_subject` in mailMessages[fallbackLanguage]
}

/** Writes a mail of the core in a language. */
export function writeMail(content: CoreMail, { language, url }: Letterhead): MailText {
  const texts = mailMessages[language]
  const link = (path: string) => url + pathIn(path, language)
  const closing = () => {
    if (content.about === 'retention')
      return [fill(texts.link_history, { url: link('/creator/history') })]
    if (content.about === 'account_waiting')
      return [fill(texts.link_admin, { url: link('/admin/accounts') })]
    const isForOwner = ownerMails.has(content.about)
    return isForOwner ? [link('/')] : [fill(texts.link_admin, { url: link('/admin') })]
  }
  return {
    subject: mailSubject(fill(texts[`${content.about}_subject`], content)),
    paragraphs: [fill(texts[`${content.about}_body`], content), ...closing()],
  }
}

/** A header is one line of 200 characters at most; what a provider wrote may have more. */
export function mailSubject(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200)
}
