import { sql, type Transaction } from 'kysely'
import type { FailureCode } from '#domain/failure.ts'
import type { Database } from '../database.ts'
import type { NewMedia, Tables } from '../tables.ts'
import { leaveNote, type OperatorNote } from './notes.ts'

/** How a generation ends. `refund` in credits, 0 for none. */
export type Ending = {
  id: string
  /**
   * The lease under which the work was done; `null` for an act of the person (cancel), which needs none, but then the
   * row must not be in the middle of being handed over.
   */
  leaseToken: string | null
  status: 'completed' | 'partial' | 'failed'
  refund: number
  failure?: { code: FailureCode; message: string | null }
  seed?: string | null
  /** What the operator should know of it. */
  note?: OperatorNote
  media?: NewMedia[]
}

/**
 * Ends a generation, refunds and records its files in one transaction, by compare-and-set: `false` means somebody
 * else ended it first (or took the lease), and nothing was written.
 */
export async function settle(database: Database, ending: Ending): Promise<boolean> {
  return database.transaction().execute((transaction) => settleWithin(transaction, ending))
}

/** The same inside a transaction of the caller's. */
export async function settleWithin(transaction: Transaction<Tables>, ending: Ending): Promise<boolean> {
  const { rows } = await closing(ending).execute(transaction)
  if (rows.length === 0) return false
  if (ending.media?.length) await transaction.insertInto('media').values(ending.media).execute()
  if (ending.note) await leaveNote(transaction, ending.note)
  return true
}

function closing({ id, leaseToken, status, refund, failure, seed }: Ending) {
  return sql<{ id: string }>`
    with closed as (
      update generation set
        status = ${status}, refunded = ${refund}, step = null, next_step_at = null, lease_token = null,
        lease_until = null, queue_position = null, progress = null, seed = coalesce(${seed ?? null}, seed),
        error_code = ${failure?.code ?? null}, error_message = ${failure?.message ?? null},
        completed_at = clock_timestamp(), updated_at = clock_timestamp()
      where id = ${id} and status in ('pending', 'processing')
        and (lease_token = ${leaseToken}::uuid
          or ${leaseToken}::uuid is null and (provider_job is not null or submit_started_at is null))
      returning id, account_id
    ), paid_back as (
      update account set credits = credits + ${refund} from closed
      where account.id = closed.account_id and ${refund} > 0
      returning account.credits
    ), entry as (
      insert into credit_entry (account_id, generation_id, reason, credits, balance_after)
      select closed.account_id, closed.id, 'refund', ${refund}, paid_back.credits from closed, paid_back
    )
    select id from closed`
}
