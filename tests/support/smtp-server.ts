import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { createSmtp } from '#providers/smtp.ts'
import { afterFile } from './after-file.ts'

/** A mail as it arrived. `recipients`: those of the envelope. `raw`: all of it. */
export type ArrivedMail = {
  recipients: string[]
  subject: string
  text: string
  html: string
  from: Email['from']
  headers: Record<string, string>
  raw: string
}

/**
 * A real SMTP server on loopback, closed after the test file. `refuse` may answer a recipient with an
 * SMTP status.
 */
export async function smtpServer() {
  const mails: ArrivedMail[] = []
  const rules: { refuse: (recipient: string) => number | null } = { refuse: () => null }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const code = rules.refuse(address)
      done(code === null ? undefined : Object.assign(new Error('no'), { responseCode: code }))
    },
    onData: (stream, session, done) => {
      void buffer(stream)
        .then(async (raw) => {
          const parsed = await PostalMime.parse(raw)
          mails.push({
            recipients: session.envelope.rcptTo.map(({ address }) => address),
            subject: parsed.subject ?? '',
            text: parsed.text ?? '',
            html: parsed.html ?? '',
            from: parsed.from,
            headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
            raw: raw.toString(),
          })
        })
        .then(() => done())
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const from = { name: 'Our Studio', address: 'studio@example.com' }
  return { url, mails, rules, mailer: createSmtp({ url, from }) }
}
