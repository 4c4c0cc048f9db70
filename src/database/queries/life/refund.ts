import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { GenerationRow } from '../../tables.ts'
import { spentAfterRefund } from './spending.ts'

/** The account's generation that goes by this name: its request id, or else its id. */
export function findRefundable(
  database: Database,
  { accountId, name, id }: { accountId: string; name: string; id: string | null },
): Promise<Pick<GenerationRow, 'id' | 'kind' | 'status'> | undefined> {
  return database
    .selectFrom('generation')
    .select(['id', 'kind', 'status'])
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('request_id', '=', name), where('id', '=', id)]))
    .where('deleted_at', 'is', null)
    .orderBy((order) => order('request_id', '=', name), 'desc')
    .executeTakeFirst()
}

/**
 * Gives back what was paid for a failed generation, in one statement: balance, ledger entry and
 * record, all or nothing. Of those who ask at once the row's lock lets one through, and the ledger
 * has room for one refund. Answers the credits; `null`: it has not failed, or was refunded before,
 * and nothing was written.
 */
export async function payBack(
  database: Database,
  { id, reason }: { id: string; reason: string | null },
): Promise<number | null> {
  const { rows } = await sql<{ price: number }>`
    with owed as (
      update generation set refunded = price, updated_at = clock_timestamp()
      where id = ${id} and status = 'failed' and refunded = 0 and price > 0 and deleted_at is null
      returning id, account_id, price, created_at
    ), paid_back as (
      update account set credits = credits + owed.price,
        spent = ${spentAfterRefund(sql`owed.price`, sql`owed.created_at`)}
      from owed where account.id = owed.account_id
      returning account.credits
    ), entry as (
      insert into credit_entry (account_id, generation_id, reason, credits, balance_after, note)
      select owed.account_id, owed.id, 'refund', owed.price, paid_back.credits, ${reason}::text from owed, paid_back
    )
    select price from owed`.execute(database)
  return rows[0]?.price ?? null
}

/** Somebody asked for credits that are not owed. */
export async function countRefundAttempt(database: Database, id: string): Promise<void> {
  await database
    .updateTable('generation')
    .set({ refund_attempts: sql`refund_attempts + 1`, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
