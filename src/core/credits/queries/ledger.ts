import { type Kysely, sql } from 'kysely'
import { accountsOf, type GenerationKeys } from '#core/media/queries/media.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { Tables } from '#platform/database/tables.ts'

/**
 * Adds credits (or takes them, when negative) with their ledger entry, in one statement. Returns
 * the new balance.
 */
export async function addCredits(
  database: Database,
  entry: {
    accountId: string
    credits: number
    reason: 'grant' | 'purchase'
    note: string | null
    /** An id in a column that a feature added: what gives them. */
    source?: { column: string; id: string }
  },
): Promise<number | undefined> {
  const { source } = entry
  const { rows } = await sql<{ balance: number }>`
    with changed as (
      update account set credits = credits + ${entry.credits}, last_entry = last_entry + 1
      where id = ${entry.accountId} returning id, credits, last_entry
    ), entry as (
      insert into credit_entry (account_id, number, reason, credits, balance_after, note${source ? sql`, ${sql.ref(source.column)}` : sql``})
      select id, last_entry, ${entry.reason}, ${entry.credits}, credits, ${entry.note}${source ? sql`, ${source.id}::uuid` : sql``}
      from changed
    )
    select credits as balance from changed`.execute(onShardOf(database, entry.accountId))
  return rows[0]?.balance
}

/**
 * A refund in the ledger; `note`: the reason that the person gave, `null` for an automatic one.
 */
export type RefundEntry = { generation_id: string | null; created_at: Date; note: string | null }

/** Returns the refunds of several generations. */
export function findRefunds(
  database: Database,
  generations: readonly GenerationKeys[],
): Promise<RefundEntry[]> {
  if (generations.length === 0) return Promise.resolve([])
  return database
    .selectFrom('credit_entry')
    .select(['generation_id', 'created_at', 'note'])
    .where('generation_id', '=', sql<string>`any(${generations.map(({ id }) => id)}::uuid[])`)
    .where('account_id', 'in', accountsOf(generations))
    .where('reason', '=', 'refund')
    .execute()
}

/**
 * A ledger check as stored; `found`: the first of its faults; `ms`: how long it took.
 */
export type NewCheck = {
  askedBy: string
  accounts: number
  faults: number
  found: unknown[]
  ms: number
}

/** Stores a ledger check. */
export async function insertCheck(database: Kysely<Tables>, check: NewCheck): Promise<void> {
  await database
    .insertInto('ledger_check')
    .values({
      asked_by: check.askedBy,
      accounts: check.accounts,
      faults: check.faults,
      found: JSON.stringify(check.found),
      started_at: sql`clock_timestamp() - ${check.ms} * interval '1 ms'`,
      finished_at: sql`clock_timestamp()`,
    })
    .execute()
}

/** Returns the newest ledger checks first. */
export function listChecks(database: Kysely<Tables>, limit: number) {
  return database
    .selectFrom('ledger_check')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Whether a ledger check ended within the last `age` ms, by PostgreSQL's clock. */
export async function isCheckedWithin(database: Kysely<Tables>, age: number): Promise<boolean> {
  const found = await database
    .selectFrom('ledger_check')
    .select('id')
    .where('finished_at', '>', sql<Date>`now() - ${age} * interval '1 ms'`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
