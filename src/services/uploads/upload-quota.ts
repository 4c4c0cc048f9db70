import { findAccount } from '#database/queries/accounts.ts'
import { unusedUploadBytes } from '#database/queries/uploads.ts'
import { leastUploadSize, maxUnusedUploadBytes, maxUploadsAtOnce } from '#domain/upload-rules.ts'
import type { ServiceContext } from '../context.ts'
import { Refused } from '../refused.ts'

/** How many files each account is bringing just now, in this process. */
const running = new Map<string, number>()

/**
 * Does the work while the account has room for one more file. Throws `Refused` `too_many_uploads`,
 * `uploads_full` or `account_suspended`.
 */
export async function withUploadQuota<Result>(
  context: ServiceContext,
  accountId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const others = running.get(accountId) ?? 0
  if (others >= maxUploadsAtOnce)
    throw new Refused({ reason: 'too_many_uploads', max: maxUploadsAtOnce })
  running.set(accountId, others + 1)
  try {
    await checkRoom(context, accountId)
    return await work()
  } finally {
    const left = (running.get(accountId) ?? 1) - 1
    if (left > 0) running.set(accountId, left)
    else running.delete(accountId)
  }
}

/**
 * Throws `Refused` when the account is suspended, or what the account uploaded and never used fills
 * its space.
 */
async function checkRoom({ database }: ServiceContext, accountId: string): Promise<void> {
  if ((await findAccount(database, accountId))?.suspended_at)
    throw new Refused({ reason: 'account_suspended' })
  const unused = await unusedUploadBytes(database, accountId, leastUploadSize)
  if (unused >= maxUnusedUploadBytes)
    throw new Refused({ reason: 'uploads_full', max: maxUnusedUploadBytes })
}
