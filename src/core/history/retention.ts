import { findAccount } from '#core/accounts/queries/accounts.ts'
import {
  countExpiring,
  deleteExpired as hideExpired,
  type Retention,
} from '#core/generations/queries/expire-generations.ts'
import { repeatWhileFull } from '#core/jobs/repeat-while-full.ts'
import { expiryNotice } from '#core/jobs/retention-rules.ts'
import { queueAccountMail } from '#core/mail/queue-mail.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import { purgeDeleted as purgeSome } from './queries/purge.ts'

const purgeBatch = 200

/**
 * Deletes permanently what was deleted and can no longer be restored: its texts and its files.
 */
export async function purgeDeleted(
  context: Parts<'background' | 'contributions' | 'database'>,
): Promise<void> {
  await repeatWhileFull(context, purgeBatch, (limit) =>
    purgeSome(context.database, limit, context.contributions.purgeParts),
  )
}

/**
 * Returns accounts whose generations a feature keeps for a limited time: up to `limit` of them after an
 * account, in the order of their ids.
 */
export type ListRetentions = (
  database: AllParts['database'],
  page: { after: string; limit: number },
) => Promise<Retention[]>

declare module '#core/parts.ts' {
  interface Contributions {
    retentions: readonly ListRetentions[]
  }
}

const accountBatch = 500
const expiryBatch = 200

type DeleteExpiredParts = Parts<
  'background' | 'changes' | 'contributions' | 'database' | 'log' | 'mail' | 'now' | 'undoTime'
>

/**
 * Deletes what features keep no longer, and mails owners once a week about what will be deleted within
 * a week.
 */
export async function deleteExpired(context: DeleteExpiredParts): Promise<void> {
  for (const list of context.contributions.retentions) await deleteAllExpired(context, list)
}

async function deleteAllExpired(context: DeleteExpiredParts, list: ListRetentions): Promise<void> {
  const { database, background } = context
  for (let after = zeroId; ; ) {
    const retentions = await list(database, { after, limit: accountBatch })
    for (const retention of retentions) {
      if (background.signal.aborted) return
      await deleteExpiredOf(context, retention)
      await announceExpiry(context, retention)
    }
    const last = retentions.at(-1)
    if (!last || retentions.length < accountBatch) return
    after = last.account_id
  }
}

/** Before every account's id. */
const zeroId = '00000000-0000-0000-0000-000000000000'

async function deleteExpiredOf(
  context: Parts<'background' | 'changes' | 'database' | 'log' | 'undoTime'>,
  retention: Retention,
): Promise<void> {
  const { database, undoTime, changes, log } = context
  const { account_id: accountId } = retention
  let count = 0
  await repeatWhileFull(context, expiryBatch, async (limit) => {
    const ids = await hideExpired(database, retention, { limit, undoTime })
    for (const generationId of ids) changes.publish({ accountId, generationId })
    count += ids.length
    return ids.length
  })
  if (count > 0) log.info({ account: accountId, generations: count }, 'expired generations deleted')
}

async function announceExpiry(
  { database, mail, now }: Parts<'database' | 'mail' | 'now'>,
  retention: Retention,
): Promise<void> {
  if (!mail) return
  const { account_id: accountId, days } = retention
  const account = await findAccount(database, accountId)
  const count = await countExpiring(database, retention, expiryNotice)
  if (!account || count === 0) return
  const week = Math.floor(now() / (7 * 86_400_000))
  const content = { about: 'retention', count, days } as const
  await queueAccountMail(database, account, { cause: `retention ${accountId} ${week}`, content })
}
