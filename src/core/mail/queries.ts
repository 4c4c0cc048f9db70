import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { MailContent } from './rules.ts'

/** A mail to be sent. `cause`: what it is due to; one mail is sent for it. */
export type NewMail = {
  cause: string
  recipients: readonly string[]
  /** The code of its language; `null`: the fallback. */
  language: string | null
  content: MailContent
  /** How long it waits before it is sent, in ms. */
  delay?: number
}

/** Queues a mail in the transaction of its cause. One with the same cause changes nothing. */
export async function queueMail(transaction: Database, mail: NewMail): Promise<void> {
  await transaction
    .insertInto('mail')
    .values({
      cause: mail.cause,
      recipients: [...mail.recipients],
      language: mail.language,
      content: JSON.stringify(mail.content),
      due_at: sql<Date>`now() + ${mail.delay ?? 0} * interval '1 ms'`,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute()
}

/** A mail that this worker has claimed. `attempts` counts this one. */
export type ClaimedMail = {
  cause: string
  recipients: string[]
  language: string | null
  content: MailContent
  attempts: number
  created_at: Date
}

/** Claims the mail that is due longest, for `lease` ms. */
export async function claimMail(
  database: Database,
  lease: number,
): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<ClaimedMail>`
    update mail set attempts = attempts + 1, due_at = now() + ${lease} * interval '1 ms'
    where cause = (
      select cause from mail where due_at <= now() order by due_at limit 1 for update skip locked)
    returning cause, recipients, language, content, attempts, created_at`.execute(database)
  return rows[0]
}

/** Makes a mail due again `delay` ms from now. `error`: why it was not sent. */
export async function postponeMail(
  database: Database,
  { cause, delay, error }: { cause: string; delay: number; error: string },
): Promise<void> {
  await sql`
    update mail set due_at = now() + ${delay} * interval '1 ms', error = ${error}
    where cause = ${cause} and due_at is not null`.execute(database)
}

/**
 * Ends a mail that was sent or, with an `error`, given up. Its cause is kept, so that it is not sent
 * again; whom it was for and what it said is not.
 */
export async function endMail(
  database: Database,
  { cause, error }: { cause: string; error: string | null },
): Promise<void> {
  await sql`
    update mail set due_at = null, ended_at = now(), error = ${error}, recipients = '{}', content = null
    where cause = ${cause} and due_at is not null`.execute(database)
}

/** Forgets mails that were not sent yet, by their causes. */
export async function withdrawMails(database: Database, causes: readonly string[]): Promise<void> {
  await sql`delete from mail where attempts = 0 and cause = any(${[...causes]})`.execute(database)
}

/** Forgets the mails that still wait for an address. */
export async function forgetMailsTo(transaction: Database, address: string): Promise<void> {
  await sql`delete from mail where due_at is not null and ${address} = any(recipients)`.execute(
    transaction,
  )
}

/** Deletes mails that ended more than `age` ms ago. */
export async function deleteEndedMails(database: Database, age: number): Promise<void> {
  await sql`delete from mail where ended_at < now() - ${age} * interval '1 ms'`.execute(database)
}
