import { randomBytes } from 'node:crypto'
import { findAccount } from '#core/accounts/queries/accounts.ts'
import { updateVisibility } from '#core/generations/queries/generations.ts'
import { readGeneration } from '#core/generations/read-generation.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  deleteLinks,
  findEndedLinks,
  findShare,
  type ShareWithLikes,
  saveShare,
} from './share-queries.ts'

export type { ShareWithLikes } from './share-queries.ts'

type Which = { accountId: string; id: string }

/** Returns the share page of the account's own generation, if it has one. Throws `not_found`. */
export async function readShare(
  context: Parts<'database'>,
  { accountId, id }: Which,
): Promise<ShareWithLikes | null> {
  await readGeneration(context, accountId, id)
  return (await findShare(context.database, { accountId, generationId: id })) ?? null
}

/**
 * Creates the share page of the account's own result, or changes it; the result becomes public.
 * Throws `Refused`: `not_found`, `account_suspended`, `not_shareable` without a finished file.
 */
export async function shareGeneration(
  context: Parts<'changes' | 'database' | 'now'>,
  { accountId, id }: Which,
  { isListed, showsSettings }: { isListed: boolean; showsSettings: boolean },
): Promise<ShareWithLikes> {
  await readGeneration(context, accountId, id)
  await refuseSuspended(context, accountId)
  const wanted = {
    ...{ accountId, generationId: id, isListed, showsSettings },
    token: randomBytes(16).toString('base64url'),
    now: new Date(context.now()),
  }
  const share = await context.database
    .transaction()
    .execute((transaction) => saveShare(transaction, wanted))
  if (!share) throw new Refused({ reason: 'not_shareable' })
  context.changes.publish({ accountId, generationId: id })
  return share
}

/**
 * Ends the share page of the account's own generation and makes the generation private, so that
 * its files are not readable by others either. Repeating it changes nothing. Throws `not_found`.
 */
export async function revokeShare(
  context: Parts<'changes' | 'database'>,
  { accountId, id }: Which,
): Promise<void> {
  const { row } = await readGeneration(context, accountId, id)
  const share = await findShare(context.database, { accountId, generationId: id })
  if (!share && !row.is_public) return
  // A trigger deletes the share with the visibility.
  await updateVisibility(context.database, accountId, id, false)
  if (share) await deleteLinks(context.database, [share.token])
  context.changes.publish({ accountId, generationId: id })
}

/** Throws `account_suspended`: a suspended account publishes nothing. */
export async function refuseSuspended(
  { database }: Parts<'database'>,
  accountId: string,
): Promise<void> {
  if ((await findAccount(database, accountId))?.suspended_at)
    throw new Refused({ reason: 'account_suspended' })
}

const sweepBatch = 500

/** Deletes the links and likes of share pages that ended with their generation. */
export async function deleteEndedLinks({
  database,
  background: { signal },
}: Parts<'database' | 'background'>): Promise<void> {
  for (let after: string | null = ''; after !== null && !signal.aborted; ) {
    const { last, ended } = await findEndedLinks(database, { after, limit: sweepBatch })
    await deleteLinks(database, ended)
    after = last
  }
}
