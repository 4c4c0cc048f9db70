import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Adds credits (or takes them, when negative) with their ledger entry, in one statement. Answers
 * the new balance.
 */
export async function addCredits(
  database: Database,
  entry: { accountId: string; credits: number; reason: 'grant' | 'purchase'; note: string | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ balance: number }>`
    with changed as (
      update account set credits = credits + ${entry.credits} where id = ${entry.accountId} returning id, credits
    ), entry as (
      insert into credit_entry (account_id, reason, credits, balance_after, note)
      select id, ${entry.reason}, ${entry.credits}, credits, ${entry.note} from changed
    )
    select credits as balance from changed`.execute(database)
  return rows[0]?.balance
}

/**
 * A refund as the ledger has it; `note`: what the person gave as reason, `null` where it was given
 * back by itself.
 */
export type RefundEntry = { generation_id: string | null; created_at: Date; note: string | null }

/** The refunds of several generations. */
export function findRefunds(database: Database, generationIds: string[]): Promise<RefundEntry[]> {
  if (generationIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('credit_entry')
    .select(['generation_id', 'created_at', 'note'])
    .where('generation_id', 'in', generationIds)
    .where('reason', '=', 'refund')
    .execute()
}

/** One thing the ledger gets wrong. Empty lists are the only good answer. */
export type LedgerFault = {
  fault: string
  account_id: string
  generation_id: string | null
  detail: string
}

/** Checks every account and every generation against the entries (docs/spec/money.md#ledger). */
export async function findLedgerFaults(
  database: Database,
): Promise<{ accounts: number; faults: LedgerFault[] }> {
  const { rows } = await sql<LedgerFault>`
    select 'balance_differs' as fault, account.id as account_id, null::uuid as generation_id,
      format('balance %s, sum of entries %s', account.credits, coalesce(sum(entry.credits), 0)) as detail
    from account left join credit_entry entry on entry.account_id = account.id
    group by account.id having account.credits <> coalesce(sum(entry.credits), 0)
    union all
    select 'charge_differs', generation.account_id, generation.id,
      format('price %s, charged %s', price, coalesce(-charge.credits, 0))
    from generation left join credit_entry charge on charge.generation_id = generation.id and charge.reason = 'charge'
    where coalesce(-charge.credits, 0) <> price
    union all
    select 'refund_differs', generation.account_id, generation.id,
      format('refunded %s, entries say %s', refunded, coalesce(refund.credits, 0))
    from generation left join credit_entry refund on refund.generation_id = generation.id and refund.reason = 'refund'
    where coalesce(refund.credits, 0) <> refunded
    limit 1000`.execute(database)
  const accounts = await database
    .selectFrom('account')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return { accounts: accounts.count, faults: rows }
}
