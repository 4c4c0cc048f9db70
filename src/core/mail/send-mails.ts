import { createHash } from 'node:crypto'
import { retryUntilDone } from '#core/jobs/background.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import { currentLogoPath } from '#core/settings/logo.ts'
import { fallbackLanguage, languageFacts, parseLanguage } from '#platform/languages/languages.ts'
import { MailError } from '#providers/mail.ts'
import { isCoreMail, type Letterhead, type MailText, writeMail } from './contract.ts'
import { type ClaimedMail, claimMail, deleteEndedMails, endMail, postponeMail } from './queries.ts'
import {
  type FeatureMails,
  type MailContent,
  mailLease,
  mailRetryDelay,
  maxMailAttempts,
  sentMailRetention,
} from './rules.ts'

type MailWriter<Content> = (content: Content, letterhead: Letterhead) => MailText

/** What writes the mails of features, by what they are about. */
export type MailWriters = { [About in keyof FeatureMails]: MailWriter<FeatureMails[About]> }

declare module '#core/parts.ts' {
  interface Contributions {
    mails: MailWriters
  }
}

/** How many mails one run sends at most, one after the other. */
const maxInRun = 50

type SendDueMailsParts = Parts<
  'background' | 'contributions' | 'database' | 'log' | 'mail' | 'meter' | 'settings'
>

/**
 * Sends the mails that are due. A process that dies after the server took a mail sends it again,
 * with the same `Message-ID`.
 */
export async function sendDueMails(context: SendDueMailsParts): Promise<void> {
  for (let count = 0; context.mail && count < maxInRun; count++) {
    if (context.background.signal.aborted) return
    const mail = await claimMail(context.database, mailLease)
    if (!mail) return
    await sendMail(context, context.mail, mail)
  }
}

async function sendMail(
  context: Parts<'contributions' | 'database' | 'log' | 'meter' | 'settings'>,
  { mailer, url }: NonNullable<AllParts['mail']>,
  mail: ClaimedMail,
): Promise<void> {
  const { cause, content, attempts, recipients } = mail
  const language = parseLanguage(mail.language) ?? fallbackLanguage
  const text = textOf(context, content, { language, url, at: mail.created_at })
  if (!text) return endMail(context.database, { cause, error: 'nothing writes this mail' })
  const { logo: own, studio_name: name } = context.settings.current().settings
  const logo = own ? { src: url + currentLogoPath, alt: name } : null
  const fields = { mail: content.about, attempt: attempts }
  try {
    await mailer.send({
      id: createHash('sha256').update(cause).digest('hex').slice(0, 32),
      to: recipients,
      subject: text.subject,
      text: `${text.paragraphs.join('\n\n')}\n`,
      html: htmlOf(text, languageFacts[language].tag, logo),
    })
  } catch (error) {
    await afterFailure(context, mail, error)
    return
  }
  await retryUntilDone(context, () => endMail(context.database, { cause, error: null }))
  context.log.info(fields, 'mail sent')
  context.meter.count('atelier_mails_total', { about: content.about, outcome: 'sent' })
}

/** `null`: the mail is of a feature that is gone. */
function textOf(
  { contributions: { mails } }: Parts<'contributions'>,
  content: MailContent,
  letterhead: Letterhead,
): MailText | null {
  const write = (mails as Record<string, MailWriter<MailContent> | undefined>)[content.about]
  if (write) return write(content, letterhead)
  return isCoreMail(content) ? writeMail(content, letterhead) : null
}

async function afterFailure(
  { database, log, meter }: Parts<'database' | 'log' | 'meter'>,
  { cause, content: { about }, attempts }: ClaimedMail,
  err: unknown,
): Promise<void> {
  const error = String((err as Error).message)
  const isOver = attempts >= maxMailAttempts || (err instanceof MailError && err.isPermanent)
  const fields = { mail: about, attempt: attempts, err }
  meter.count('atelier_mails_total', { about, outcome: isOver ? 'given_up' : 'failed' })
  if (isOver) {
    await endMail(database, { cause, error })
    log.error(fields, 'mail given up')
    return
  }
  await postponeMail(database, { cause, delay: mailRetryDelay(attempts), error })
  log.warn(fields, 'mail not sent')
}

/** Deletes what is remembered of mails that were sent long ago. */
export async function deleteOldMails({ database }: Parts<'database'>): Promise<void> {
  await deleteEndedMails(database, sentMailRetention)
}

type MailLogo = { src: string; alt: string }

function htmlOf({ subject, paragraphs }: MailText, tag: string, logo: MailLogo | null): string {
  const head = logo
    ? [`<p><img src="${escapeHtml(logo.src)}" alt="${escapeHtml(logo.alt)}" height="48"></p>`]
    : []
  const body = paragraphs.map((paragraph) => `<p>${withLinks(escapeHtml(paragraph))}</p>`)
  return `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="font-family: sans-serif; line-height: 1.5; max-width: 36rem">${[...head, ...body].join('')}</body></html>`
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': 'amp',
    '<': 'lt',
    '>': 'gt',
    '"': 'quot',
    "'": '#39',
  }
  return text.replaceAll(/[&<>"']/g, (character) => `&${names[character]};`)
}

/** Addresses at the end of a paragraph, which are ours, can be followed. */
function withLinks(html: string): string {
  return html.replace(/https?:\/\/[^\s<]+$/, (url) => `<a href="${url}">${url}</a>`)
}
