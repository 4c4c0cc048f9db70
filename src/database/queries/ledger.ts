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
      update account set credits = credits + ${entry.credits}, last_entry = last_entry + 1
      where id = ${entry.accountId} returning id, credits, last_entry
    ), entry as (
      insert into credit_entry (account_id, number, reason, credits, balance_after, note)
      select id, last_entry, ${entry.reason}, ${entry.credits}, credits, ${entry.note} from changed
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
    from generation left join credit_entry charge on charge.generation_id = generation.id
      and charge.account_id = generation.account_id and charge.reason = 'charge'
    where coalesce(-charge.credits, 0) <> price
    union all
    select 'refund_differs', generation.account_id, generation.id,
      format('refunded %s, entries say %s', refunded, coalesce(refund.credits, 0))
    from generation left join credit_entry refund on refund.generation_id = generation.id
      and refund.account_id = generation.account_id and refund.reason = 'refund'
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
      join generation on generation.id = charge.generation_id and generation.account_id = charge.account_id
      join account on account.id = charge.account_id
        and account.spent_day = ${dayOf(sql`generation.created_at`)}
      left join credit_entry refund on refund.generation_id = charge.generation_id
        and refund.account_id = charge.account_id and refund.reason = 'refund'
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

/**
 * Finds entries whose balance does not follow from the account's previous entry, and accounts whose
 * entries are not numbered from 1 without a gap.
 */
export async function findSequenceFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'balance_after_differs' as fault, account_id, generation_id,
      format('entry %s: %s after %s and %s credits', number, balance_after, before, credits) as detail
    from (
      select *, lag(balance_after, 1, 0) over (partition by account_id order by number) as before from credit_entry
    ) as entry
    where balance_after <> before + credits
    union all
    select 'entry_numbers_differ', account.id, null,
      format('last entry %s, %s entries, the highest %s', last_entry, count(number), max(number))
    from account left join credit_entry entry on entry.account_id = account.id
    group by account.id having last_entry <> count(number) or last_entry <> coalesce(max(number), 0)
    limit 1000`.execute(database)
  return rows
}

/** Finds accounts that are not found by their e-mail address or identity, and names of no account. */
export async function findNameFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with expected as (
      select 'email ' || lower(email) as name, id as account_id from account where deleted_at is null
      union all
      select 'identity ' || issuer || ' ' || subject, id from account where deleted_at is null and issuer is not null
    )
    select 'account_name_differs' as fault, coalesce(expected.account_id, account_name.account_id) as account_id,
      null::uuid as generation_id, case when expected.name is null then 'a name too many' else 'a name is missing' end as detail
    from expected full join account_name using (name)
    where expected.account_id is distinct from account_name.account_id
    limit 1000`.execute(database)
  return rows
}

/** Finds open generations without a job, ended ones with a job, and jobs without a generation. */
export async function findJobFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'open_without_job' as fault, account_id, id as generation_id, 'its status is open' as detail
    from generation where status = 'open'
      and not exists (select from job where job.generation_id = id and job.account_id = generation.account_id)
    union all
    select 'job_without_open_generation', account_id, generation_id, format('its step is %s', step)
    from job where not exists (select from generation
      where id = job.generation_id and generation.account_id = job.account_id and generation.status = 'open')
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
    from payment join credit_entry entry on entry.payment_id = payment.id
      and entry.account_id = payment.account_id and entry.reason in ('reversal', 'return')
    group by payment.id, payment.account_id, taken_back having -sum(entry.credits) > taken_back
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
