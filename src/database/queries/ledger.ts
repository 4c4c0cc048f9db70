import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { dayOf } from './start-facts.ts'

/**
 * Adds credits (or takes them, when negative) with their ledger entry, in one statement. Returns
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
 * A refund in the ledger; `note`: the reason that the person gave, `null` for an automatic one.
 */
export type RefundEntry = { generation_id: string | null; created_at: Date; note: string | null }

/** Returns the refunds of several generations. */
export function findRefunds(database: Database, generationIds: string[]): Promise<RefundEntry[]> {
  if (generationIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('credit_entry')
    .select(['generation_id', 'created_at', 'note'])
    .where('generation_id', 'in', generationIds)
    .where('reason', '=', 'refund')
    .execute()
}

/** A fault in the ledger. A correct ledger has none. */
export type LedgerFault = {
  fault: string
  account_id: string
  generation_id: string | null
  detail: string
}

/** Verifies every account and every generation against the entries (docs/spec/money.md#ledger). */
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

/**
 * Finds accounts whose `spent` is not what was charged, less refunded, for what was started on its
 * day.
 */
export async function findSpendingFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with by_entries as (
      select account.id, sum(-charge.credits - coalesce(refund.credits, 0)) as credits
      from credit_entry charge
      join generation on generation.id = charge.generation_id
      join account on account.id = charge.account_id
        and account.spent_day = ${dayOf(sql`generation.created_at`)}
      left join credit_entry refund on refund.generation_id = charge.generation_id and refund.reason = 'refund'
      where charge.reason = 'charge'
      group by account.id
    )
    select 'spent_differs' as fault, account.id as account_id, null::uuid as generation_id,
      format('spent %s on %s, entries say %s', spent, date '1970-01-01' + spent_day, coalesce(by_entries.credits, 0))
        as detail
    from account left join by_entries using (id)
    where spent <> coalesce(by_entries.credits, 0)
    limit 1000`.execute(database)
  return rows
}

/** Finds entries whose balance does not follow from the account's previous entry. */
export async function findSequenceFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'balance_after_differs' as fault, account_id, generation_id,
      format('entry %s: %s after %s and %s credits', id, balance_after, before, credits) as detail
    from (
      select *, lag(balance_after, 1, 0) over (partition by account_id order by id) as before from credit_entry
    ) as entry
    where balance_after <> before + credits
    limit 1000`.execute(database)
  return rows
}

/**
 * Finds accounts with both a debt and credits; payments of which more was taken than recorded; and
 * accounts where the amounts taken from payments do not match the entries, repayments and remaining
 * debt. A deleted account's debts are its successor's, so both are added up together.
 */
export async function findDebtFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'owed_with_credits' as fault, id as account_id, null::uuid as generation_id,
      format('owes %s and has %s', owed, credits) as detail
    from account where owed > 0 and credits > 0
    union all
    select 'reversal_differs', payment.account_id, null,
      format('payment %s: taken back %s, entries say %s', payment.id, taken_back, -sum(entry.credits))
    from payment join credit_entry entry on entry.payment_id = payment.id and entry.reason in ('reversal', 'return')
    group by payment.id having -sum(entry.credits) > taken_back
    union all
    select 'taken_back_differs', account.id, null,
      format('payments say %s, entries %s, owed %s', coalesce(payments.credits, 0), coalesce(entries.credits, 0), owed)
    from (select coalesce(successor_id, id) as id, sum(owed) as owed from account group by 1) as account
    left join (
      select coalesce(successor_id, account.id) as id, sum(taken_back) as credits
      from payment join account on account.id = account_id group by 1
    ) as payments on payments.id = account.id
    left join (
      select coalesce(successor_id, account.id) as id, -sum(entry.credits) as credits
      from credit_entry entry join account on account.id = account_id
      where reason in ('reversal', 'return', 'repayment') group by 1
    ) as entries on entries.id = account.id
    where coalesce(payments.credits, 0) <> coalesce(entries.credits, 0) + owed
    limit 1000`.execute(database)
  return rows
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
