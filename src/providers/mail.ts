/** A mail to send. `id` identifies it, also when it is sent twice. */
export type Mail = {
  id: string
  to: readonly string[]
  subject: string
  text: string
  html: string
}

/** Sends mails. Throws `MailError`. */
export type Mailer = {
  send(mail: Mail): Promise<void>
  /** Whether the server accepts us; sends nothing. */
  verify(): Promise<void>
}

/** A mail that was not sent. `isPermanent`: the server will never take it. */
export class MailError extends Error {
  override name = 'MailError'
  readonly isPermanent: boolean

  constructor(message: string, isPermanent: boolean) {
    super(message)
    this.isPermanent = isPermanent
  }
}
