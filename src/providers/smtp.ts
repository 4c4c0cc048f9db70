import { createTransport } from 'nodemailer'
import { isMailAddress } from '#core/mail/rules.ts'
import { type Mail, MailError, type Mailer } from './mail.ts'

/** `url`: `smtp://` or `smtps://`. `from`: an address, or a name with one in angle brackets. */
export type SmtpOptions = { url: string; from: { name: string; address: string } }

/** How long the server may take to connect and greet, and between two answers, in ms. */
const connectTimeoutMs = 10_000
const answerTimeoutMs = 20_000

/** Sends through an SMTP server, each mail over a connection of its own. */
export function createSmtp({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    // A password must not travel readable where someone removed STARTTLS from the greeting.
    requireTLS: new URL(url).password !== '' && !isLocal(url),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: answerTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      refuseUnsafe(mail)
      const { id, to, subject, text, html } = mail
      const domain = from.address.split('@')[1]
      try {
        await transport.sendMail({
          from,
          to: [...to],
          envelope: { from: from.address, to: [...to] },
          messageId: `<${id}@${domain}>`,
          ...{ subject, text, html },
          headers: { 'auto-submitted': 'auto-generated' },
        })
      } catch (error) {
        throw toMailError(error)
      }
    },
    verify: async () => {
      await transport.verify().catch((error: unknown) => {
        throw toMailError(error)
      })
    },
  }
}

/** Nothing that could begin another header or name another recipient is sent. */
function refuseUnsafe({ id, to, subject }: Mail): void {
  if (to.length === 0 || !to.every(isMailAddress))
    throw new MailError('A recipient is no plain e-mail address', true)
  if (/\p{Cc}/u.test(subject) || !/^[\w.-]+$/.test(id))
    throw new MailError('A header has characters that it may not have', true)
}

/** The server refused this mail for good; anything else may be different later. */
function toMailError(error: unknown): MailError {
  const { message, code, responseCode } = error as Error & { code?: string; responseCode?: number }
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return new MailError(message, isOfMail && responseCode !== undefined && responseCode >= 500)
}

function isLocal(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}
