import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { AccountRow } from '../tables.ts'

/** Lets a new account wait for approval, which will give it these credits. */
export function setWaiting(
  transaction: Database,
  id: string,
  credits: number,
): Promise<AccountRow> {
  return onShardOf(transaction, id)
    .updateTable('account')
    .set({ approval: 'waiting', awaited_credits: credits, suspended_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** `note`: why it is rejected, which its owner reads. */
export type ApprovalDecision = { isApproved: true } | { isApproved: false; note: string }

/** Ends the waiting. */
export async function setApproval(
  transaction: Database,
  id: string,
  decision: ApprovalDecision,
): Promise<void> {
  const change = decision.isApproved
    ? { approval: null, approval_note: null, awaited_credits: 0, suspended_at: null }
    : { approval: 'rejected' as const, approval_note: decision.note }
  await onShardOf(transaction, id).updateTable('account').set(change).where('id', '=', id).execute()
}

/** Returns the accounts that wait, the longest first. */
export function listWaiting(database: Database, limit: number): Promise<AccountRow[]> {
  return database
    .selectFrom('account')
    .selectAll()
    .where('approval', '=', 'waiting')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}
