import type { Database } from '#database/database.ts'
import { findAccount } from '#database/queries/accounts/accounts.ts'
import { type NewMail, queueMail, withdrawMails } from '#database/queries/mails.ts'
import { withdrawPushes } from '#database/queries/pushes.ts'
import type { GenerationRow } from '#database/tables.ts'
import { isOpen } from '#domain/generations/status.ts'
import { longJob, type MailContent, pageWait } from '#domain/mail.ts'
import type { AccountRow, ServiceContext } from '../context.ts'

type MailSettings = ServiceContext['mail']

/**
 * Queues a mail to the owner of an account, in the transaction of its cause. A deleted account has
 * no address. `cause`: one mail is sent for it.
 */
export async function queueAccountMail(
  transaction: Database,
  account: Pick<AccountRow, 'email' | 'language' | 'deleted_at'>,
  mail: Pick<NewMail, 'cause' | 'content' | 'delay'>,
): Promise<void> {
  if (account.deleted_at) return
  const { email, language } = account
  await queueMail(transaction, { ...mail, recipients: [email], language })
}

type OperatorContent = Extract<
  MailContent,
  { about: 'provider_outage' | 'storage_outage' | 'ledger_faults' | 'account_waiting' }
>

/**
 * Queues one mail to all operators, in the transaction of its cause; of the same cause at most one
 * an hour, because outages can come and go. `at`: now, in ms since 1970.
 */
export async function queueOperatorMail(
  transaction: Database,
  mail: MailSettings,
  content: OperatorContent,
  at: number,
): Promise<void> {
  if (!mail || mail.operators.length === 0) return
  const subject = content.about === 'provider_outage' ? [content.provider, content.code] : []
  const hour = new Date(at).toISOString().slice(0, 13)
  const cause = [content.about, ...subject, hour].join(' ')
  await queueMail(transaction, { cause, recipients: mail.operators, language: null, content })
}

/** Whether a job that ends at `end` (ms since 1970) took long enough for a mail. */
export function isLongJob({ created_at }: Pick<GenerationRow, 'created_at'>, end: number): boolean {
  return end - created_at.getTime() >= longJob
}

const endedCause = (id: string) => `generation_ended ${id}`

type Ended = { status: 'completed' | 'partial' | 'failed'; refund: number }

/** Queues a mail about a long job in the transaction that ends it, if its owner wants one. */
export async function queueEndedMail(
  transaction: Database,
  row: Pick<GenerationRow, 'id' | 'account_id' | 'kind'>,
  { status, refund }: Ended,
): Promise<void> {
  const account = await findAccount(transaction, row.account_id)
  if (!account?.mail_when_finished) return
  const about = status === 'failed' ? 'generation_failed' : 'generation_finished'
  const content = { about, kind: row.kind, refund } as const
  await queueAccountMail(transaction, account, {
    cause: endedCause(row.id),
    content,
    delay: pageWait,
  })
}

/**
 * Withdraws the mails and push messages about an account's jobs that have just ended: an open page
 * shows them. In the background; what is sent all the same does no harm.
 */
export function withdrawEndedNotices(
  { mail, background, database, now }: ServiceContext,
  accountId: string,
  rows: readonly GenerationRow[],
): void {
  const ids = rows
    .filter(
      (row) =>
        !isOpen(row.status) &&
        row.completed_at &&
        now() - row.completed_at.getTime() < 2 * pageWait &&
        isLongJob(row, row.completed_at.getTime()),
    )
    .map(({ id }) => id)
  if (ids.length === 0) return
  background.run(async () => {
    await withdrawPushes(database, accountId, ids)
    if (mail) await withdrawMails(database, ids.map(endedCause))
  })
}
