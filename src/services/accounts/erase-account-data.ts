import pLimit from 'p-limit'
import {
  deleteBelongings,
  deleteTerms,
  endPurge,
  eraseEnded,
  eraseLate,
  findAccountsToErase,
  findOpenGenerations,
} from '#database/queries/delete-account.ts'
import type { ServiceContext } from '../context.ts'
import { canCancel, cancelGeneration } from '../generations/cancel-generation.ts'
import { Refused } from '../refused.ts'

/** Between two looks at an account whose work has not ended yet, in ms. */
const pause = 10_000
/** So much at a time that no lock is held for long. */
const generationsAtOnce = 250
const termsAtOnce = 5_000
const accountsAtOnce = 20
const cancelsAtOnce = 8

/**
 * Goes on with what is left of deleted accounts: after a crash, and when work that could not be
 * cancelled has ended.
 */
export async function eraseDeletedAccounts(context: ServiceContext): Promise<void> {
  for (const id of await findAccountsToErase(context.database, accountsAtOnce))
    await eraseAccountData(context, id)
}

/**
 * Cancels and refunds a deleted account's open work as far as it goes, and erases everything that
 * has ended, piece by piece. Any number of times, any number of processes at once, and on from
 * wherever one of them was killed.
 */
export async function eraseAccountData(context: ServiceContext, accountId: string): Promise<void> {
  const { database, background } = context
  const waiting = (await findOpenGenerations(database, accountId)).filter(canCancel)
  const limit = pLimit(cancelsAtOnce)
  await Promise.all(waiting.map(({ id }) => limit(() => cancelIfPossible(context, accountId, id))))
  await deleteBelongings(database, accountId)
  await erase(context, accountId)
  if (!background.signal.aborted) await endPurge(database, accountId, pause)
}

/** Records first: a search that finds words of what is not there any more is told nothing of it. */
async function erase(
  { database, background: { signal } }: ServiceContext,
  accountId: string,
): Promise<void> {
  let after: Date | null = new Date(0)
  while (after && !signal.aborted)
    after = await eraseEnded(database, { accountId, after, limit: generationsAtOnce })
  const all = async (
    limit: number,
    some: (of: { accountId: string; limit: number }) => Promise<number>,
  ) => {
    for (let done = limit; done === limit && !signal.aborted; )
      done = await some({ accountId, limit })
  }
  await all(generationsAtOnce, (of) => eraseLate(database, of))
  await all(termsAtOnce, (of) => deleteTerms(database, of))
}

/** What is being made ends by itself: with a result that is erased, or failed and refunded. */
async function cancelIfPossible(
  context: ServiceContext,
  accountId: string,
  id: string,
): Promise<void> {
  await cancelGeneration(context, accountId, id).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
  })
}
