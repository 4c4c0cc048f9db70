import pLimit from 'p-limit'
import {
  deleteBelongings,
  endPurge,
  findClosed,
  findOpenWork,
  hideEnded,
} from '#database/queries/identity/delete-account.ts'
import type { ServiceContext } from '../../context.ts'
import { canCancel, cancelGeneration } from '../../generations/cancel-generation.ts'
import { Refused } from '../../refused.ts'

/** Between two looks at an account whose work has not ended yet, in ms. */
const pause = 10_000
const batch = 500
const accountsAtOnce = 20
const cancelsAtOnce = 8

/** Goes on with what is left of deleted accounts: after a crash, and when work that could not be cancelled has ended. */
export async function emptyDeletedAccounts(context: ServiceContext): Promise<void> {
  for (const id of await findClosed(context.database, accountsAtOnce)) await emptyAccount(context, id)
}

/**
 * Cancels and refunds a deleted account's open work as far as it goes, and hands everything that has ended to the purge.
 * Any number of times, any number of processes at once.
 */
export async function emptyAccount(context: ServiceContext, accountId: string): Promise<void> {
  const { database } = context
  const waiting = (await findOpenWork(database, accountId)).filter(canCancel)
  const limit = pLimit(cancelsAtOnce)
  await Promise.all(waiting.map(({ id }) => limit(() => cancelIfPossible(context, accountId, id))))
  await deleteBelongings(database, accountId)
  let hidden = batch
  while (hidden === batch) hidden = await hideEnded(database, accountId, batch)
  await endPurge(database, accountId, pause)
}

/** What is being made ends by itself: with a result that is purged, or failed and refunded. */
async function cancelIfPossible(context: ServiceContext, accountId: string, id: string): Promise<void> {
  await cancelGeneration(context, accountId, id).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
  })
}
