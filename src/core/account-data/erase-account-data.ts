import pLimit from 'p-limit'
import {
  type CancelGenerationParts,
  canCancel,
  cancelGeneration,
} from '#core/generations/cancel-generation.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import {
  deleteAccountFiles,
  deleteSearchTerms,
  eraseEndedGenerations,
  eraseLateGenerations,
  findAccountsToErase,
  findOpenGenerations,
  finishErasing,
} from './delete-account-queries.ts'

/** Deletes up to `limit` rows of an account. Returns how many there were. */
export type EraseSome = (
  database: Database,
  of: { accountId: string; limit: number },
) => Promise<number>

declare module '#core/parts.ts' {
  interface Contributions {
    /** By tables that are large: each deletes up to `limit` rows of a deleted account. */
    eraseSome: Readonly<Record<string, EraseSome>>
  }
}

/** The pause before an account with running generations is looked at again, in ms. */
const pause = 10_000
/** Small enough that no lock is held for long. */
const generationsAtOnce = 250
const termsAtOnce = 5_000
const rowsAtOnce = 5_000
const accountsAtOnce = 20
const cancelsAtOnce = 8

/**
 * Continues erasing deleted accounts: after a crash, and when generations that could not be
 * cancelled have ended.
 */
export async function eraseDeletedAccounts(context: EraseAccountDataParts): Promise<void> {
  for (const id of await findAccountsToErase(context.database, accountsAtOnce))
    await eraseAccountData(context, id)
}

export type EraseAccountDataParts = CancelGenerationParts & Parts<'background'>

/**
 * Cancels and refunds a deleted account's open generations where possible, and erases everything
 * that has ended, in batches. It may run repeatedly and in several processes at once, and resumes
 * after a crash at any point.
 */
export async function eraseAccountData(
  context: EraseAccountDataParts,
  accountId: string,
): Promise<void> {
  const { database, background, contributions } = context
  const waiting = (await findOpenGenerations(database, accountId)).filter(canCancel)
  const limit = pLimit(cancelsAtOnce)
  await Promise.all(waiting.map(({ id }) => limit(() => cancelIfPossible(context, accountId, id))))
  await deleteAccountFiles(database, accountId, contributions.accountTables)
  await erase(context, accountId)
  if (!background.signal.aborted) await finishErasing(database, accountId, pause)
}

/** Erases records first: a search that finds words of a missing record shows nothing of it. */
async function erase(
  {
    database,
    background: { signal },
    contributions,
  }: Parts<'background' | 'contributions' | 'database'>,
  accountId: string,
): Promise<void> {
  let after: Date | null = new Date(0)
  while (after && !signal.aborted)
    after = await eraseEndedGenerations(database, { accountId, after, limit: generationsAtOnce })
  const all = async (
    limit: number,
    some: (of: { accountId: string; limit: number }) => Promise<number>,
  ) => {
    for (let done = limit; done === limit && !signal.aborted; )
      done = await some({ accountId, limit })
  }
  await all(generationsAtOnce, (of) => eraseLateGenerations(database, of))
  await all(termsAtOnce, (of) => deleteSearchTerms(database, of))
  for (const eraseSome of Object.values(contributions.eraseSome))
    await all(rowsAtOnce, (of) => eraseSome(database, of))
}

/** A running generation ends by itself: its result is erased, or it failed and was refunded. */
async function cancelIfPossible(
  context: CancelGenerationParts,
  accountId: string,
  id: string,
): Promise<void> {
  await cancelGeneration(context, accountId, id).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
  })
}
