import type { Kind } from '#catalogue/kinds.ts'
import { findAccount } from '#database/queries/accounts/accounts.ts'
import { withdrawMails } from '#database/queries/mails.ts'
import { pageWait } from '#domain/mail.ts'
import type { EndEffect, ShownEffect } from '#services/generations/end-effects.ts'
import { isLongJob } from '#services/generations/long-job.ts'
import { queueAccountMail } from '#services/mail/queue-mail.ts'

declare module '#domain/mail.ts' {
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
