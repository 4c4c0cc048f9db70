import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

type Connection = Kysely<Tables>

/**
 * Finds accounts whose e-mail address or name contains `text` in any case, newest first, and their
 * total. Deleted ones too. At least three consecutive letters use an index;
 * shorter texts scan all accounts.
 */
export async function searchAccounts(
  database: Connection,
  { text, offset, limit }: { text: string; offset: number; limit: number },
) {
  const found = accountsSearched(database, text)
  const [rows, { total }] = await Promise.all([
    found
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Selects those accounts, in no order and without columns. */
export function accountsSearched(database: Connection, text: string) {
  return database.selectFrom('account').$if(text !== '', (query) => {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
    return query.where((where) =>
      where.or([where('email', 'ilike', pattern), where('name', 'ilike', pattern)]),
    )
  })
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
  await transaction
    .updateTable('account')
    .set({ suspended_at: isSuspended ? sql<Date>`clock_timestamp()` : null })
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
    select credits as balance from changed`.execute(transaction)
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
