import { findAccount } from '#core/accounts/queries/accounts.ts'
import type { EndEffect, ShownEffect } from '#core/generations/end-effects.ts'
import { isLongJob } from '#core/generations/long-job.ts'
import { withdrawMails } from '#core/mail/queries.ts'
import { queueAccountMail } from '#core/mail/queue-mail.ts'
import { pageWait } from '#core/mail/rules.ts'
import type { Kind } from '#core/models/rules/kinds.ts'

declare module '#core/mail/rules.ts' {
  interface FeatureMails {
    /** `refund` in credits. */
    generation_finished: { kind: Kind; refund: number }
    generation_failed: { kind: Kind; refund: number }
  }
}

const endedCause = (id: string) => `generation_ended ${id}`

/** Queues a mail about a long job, if its owner wants one. */
export const mailWhenFinished: EndEffect = {
  write: ({ mail, now }, row, { status, refund, failure }) => {
    if (!mail || failure?.code === 'cancelled' || !isLongJob(row, now())) return null
    return async (transaction) => {
      const account = await findAccount(transaction, row.account_id)
      if (!account?.mail_when_finished) return
      const about = status === 'failed' ? 'generation_failed' : 'generation_finished'
      const content = { about, kind: row.kind, refund } as const
      const cause = endedCause(row.id)
      await queueAccountMail(transaction, account, { cause, content, delay: pageWait })
    }
  },
}

/** Withdraws the mails: an open page shows the results. One that is sent all the same does no harm. */
export const withdrawFinishedMails: ShownEffect = async ({ database, mail }, _accountId, ids) => {
  if (mail) await withdrawMails(database, ids.map(endedCause))
}
