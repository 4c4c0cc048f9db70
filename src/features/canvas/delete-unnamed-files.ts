import { repeatWhileFull } from '#core/jobs/repeat-while-full.ts'
import type { Parts } from '#core/parts.ts'
import { deleteUnnamed, findAccountsToCheck } from './file-queries.ts'

const accountsAtOnce = 50

/** Gives the files of pixels that no version has named for a day to the cleanup of files. */
export async function deleteUnnamedFiles(context: Parts<'background' | 'database'>): Promise<void> {
  const { database } = context
  await repeatWhileFull(context, accountsAtOnce, async (limit) => {
    const accountIds = await findAccountsToCheck(database, limit)
    for (const accountId of accountIds) await deleteUnnamed(database, accountId)
    return accountIds.length
  })
}
