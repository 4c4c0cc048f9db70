import { type Kysely, sql } from 'kysely'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Role } from '../rules/roles.ts'

type Connection = Kysely<Tables>

/** A count up to this is exact; of more it is only said that there are more. */
export const countLimit = 10_000

/** `before`: only accounts with lower ids, which are older. */
type AccountSearch = { text: string; before: string | null; limit: number }

/**
 * Finds accounts by `text`, newest first, deleted ones too. The total counts all of them, and ends
 * at one above `countLimit`.
 */
export async function searchAccounts(database: Connection, { text, before, limit }: AccountSearch) {
  const [rows, { total }] = await Promise.all([
    newestAccounts(database, { text, before, limit }).execute(),
    database
      .selectFrom(
        accountsSearched(database, text)
          .select('id')
          .limit(countLimit + 1)
          .as('found'),
      )
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Ids are led by time, so their index is in the order of creation. */
export function newestAccounts(database: Connection, { text, before, limit }: AccountSearch) {
  return accountsSearched(database, text)
    .selectAll()
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
}

/** Shorter texts contain no trigram that an index could find. */
const shortestPart = 3

/**
 * Selects the accounts whose e-mail address or name contains `text` in any case, or begins with it
 * where it is shorter than three characters; in no order and without columns.
 */
export function accountsSearched(database: Connection, text: string) {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const accounts = database.selectFrom('account')
  if (text === '') return accounts
  if ([...text].length < shortestPart) {
    const beginning = `${escaped.toLowerCase()}%`
    return accounts.where(
      sql<boolean>`(lower(email) like ${beginning} or lower(name) like ${beginning})`,
    )
  }
  return accounts.where((where) =>
    where.or([where('email', 'ilike', `%${escaped}%`), where('name', 'ilike', `%${escaped}%`)]),
  )
}

/** Locks the account until the transaction ends. */
export function lockAccount(transaction: Connection, id: string) {
  return transaction
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Suspends or unsuspends an account. */
export async function setSuspended(
  transaction: Connection,
  id: string,
  isSuspended: boolean,
): Promise<void> {
  await onShardOf(transaction, id)
    .updateTable('account')
    .set({ suspended_at: isSuspended ? sql<Date>`clock_timestamp()` : null })
    .where('id', '=', id)
    .execute()
}

/**
 * Sets the stored role of an account; `null`: none. `source`: the identity provider that says so;
 * `null`: an operator does.
 */
export async function setRole(
  transaction: Connection,
  id: string,
  { role, source = null }: { role: Role | null; source?: string | null },
): Promise<void> {
  await onShardOf(transaction, id)
    .updateTable('account')
    .set({ role, role_source: role && source })
    .where('id', '=', id)
    .execute()
}

/**
 * Takes credits permanently, with their entry, in one statement. `null`: the balance is lower, and
 * nothing was written.
 */
export async function takeCredits(
  transaction: Connection,
  { accountId, credits, note }: { accountId: string; credits: number; note: string },
): Promise<number | null> {
  const { rows } = await sql<{ balance: number }>`
    with changed as (
      update account set credits = credits - ${credits}, last_entry = last_entry + 1
      where id = ${accountId} and credits >= ${credits}
      returning id, credits, last_entry
    ), entry as (
      insert into credit_entry (account_id, number, reason, credits, balance_after, note)
      select id, last_entry, 'correction', -${credits}::int, credits, ${note} from changed
    )
    select credits as balance from changed`.execute(onShardOf(transaction, accountId))
  return rows[0]?.balance ?? null
}

/**
 * Lists an account's sessions and keys, including revoked ones; newest first, without secrets.
 */
export async function listAccess(database: Connection, accountId: string) {
  const [sessions, keys] = await Promise.all([
    database
      .selectFrom('session')
      .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
      .where('account_id', '=', accountId)
      .where('expires_at', '>', sql<Date>`now()`)
      .orderBy('last_seen_at', 'desc')
      .limit(100)
      .execute(),
    database
      .selectFrom('api_key')
      .select(['id', 'name', 'hint', 'scopes', 'created_at', 'last_used_at', 'revoked_at'])
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .limit(100)
      .execute(),
  ])
  return { sessions, keys }
}

/**
 * Whether any account is an owner, by its role or its address among `admins` (in lower case).
 * Deletions of owners wait for one another until the transaction ends.
 */
export async function hasOwner(
  transaction: Connection,
  admins: readonly string[],
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('owners', 0))`.execute(transaction)
  const { rows } = await sql`
    select id from account where deleted_at is null
      and (role = 'owner' and suspended_at is null or lower(email) = any(${admins}::text[])) limit 1`.execute(
    transaction,
  )
  return rows.length > 0
}
