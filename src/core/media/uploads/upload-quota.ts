import { findAccount } from '#core/accounts/queries/accounts.ts'
import { requireStorage } from '#core/accounts/start-checks.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { unusedUploadBytes } from '../queries/uploads.ts'
import { leastUploadSize, maxUnusedUploadBytes, maxUploadsAtOnce } from '../upload-rules.ts'
import { limitUploadsAtOnce } from './uploads-at-once.ts'

const runOneMore = limitUploadsAtOnce(maxUploadsAtOnce)

/**
 * Runs a function while the account may upload one more file. Throws `Refused` `too_many_uploads`,
 * `uploads_full` or `account_suspended`, or as a feature refuses to store more.
 */
export function withUploadQuota<Result>(
  context: Parts<'contributions' | 'database'>,
  accountId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return runOneMore(accountId, async () => {
    await checkQuota(context, accountId)
    return await work()
  })
}

/**
 * Throws `Refused` when the account is suspended, or when its unused uploads fill its quota.
 */
async function checkQuota(
  context: Parts<'contributions' | 'database'>,
  accountId: string,
): Promise<void> {
  const { database } = context
  if ((await findAccount(database, accountId))?.suspended_at)
    throw new Refused({ reason: 'account_suspended' })
  await requireStorage(context, accountId)
  const unused = await unusedUploadBytes(database, accountId, leastUploadSize)
  if (unused >= maxUnusedUploadBytes)
    throw new Refused({ reason: 'uploads_full', max: maxUnusedUploadBytes })
}
