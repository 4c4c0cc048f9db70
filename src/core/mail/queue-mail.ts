import type { AccountRow } from '#core/accounts/tables.ts'
import type { AllParts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import { type NewMail, queueMail } from './queries.ts'
import type { MailContent } from './rules.ts'

type MailSettings = AllParts['mail']

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
