import { findAccount } from '#database/queries/accounts/accounts.ts'
import { unusedUploadBytes } from '#database/queries/generations/uploads.ts'
import { leastUploadSize, maxUnusedUploadBytes, maxUploadsAtOnce } from '#domain/upload-rules.ts'
import type { ServiceContext } from '../context.ts'
import { requireStorage } from '../generations/start-checks.ts'
import { Refused } from '../refused.ts'
import { limitUploadsAtOnce } from './uploads-at-once.ts'

const runOneMore = limitUploadsAtOnce(maxUploadsAtOnce)

/**
 * Runs a function while the account may upload one more file. Throws `Refused` `too_many_uploads`,
 * `uploads_full`, `storage_full` or `account_suspended`.
 */
export function withUploadQuota<Result>(
  context: ServiceContext,
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
async function checkQuota(context: ServiceContext, accountId: string): Promise<void> {
  const { database } = context
  if ((await findAccount(database, accountId))?.suspended_at)
    throw new Refused({ reason: 'account_suspended' })
  await requireStorage(context, accountId)
  const unused = await unusedUploadBytes(database, accountId, leastUploadSize)
  if (unused >= maxUnusedUploadBytes)
    throw new Refused({ reason: 'uploads_full', max: maxUnusedUploadBytes })
}
