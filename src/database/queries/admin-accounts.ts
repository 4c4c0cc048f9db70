import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

type Connection = Kysely<Tables>

/**
 * Accounts whose e-mail address or name has `text` in it, whatever its case, newest first, and how
 * many there are. Deleted ones too. Three letters or more in a row are found by an index (migration
 * 0011); for less each account is looked at.
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

/** Those accounts, in no order and without any columns. */
export function accountsSearched(database: Connection, text: string) {
  return database.selectFrom('account').$if(text !== '', (query) => {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
    return query.where((where) =>
      where.or([where('email', 'ilike', pattern), where('name', 'ilike', pattern)]),
    )
  })
}

/** The account, held until the transaction ends: nobody else changes it meanwhile. */
export function lockAccount(transaction: Connection, id: string) {
  return transaction
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Suspends an account, or lets it work again. */
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
 * Takes credits for good, with their entry, in one statement. `null`: there are not so many, and
 * nothing was written.
 */
export async function takeCredits(
  transaction: Connection,
  { accountId, credits, note }: { accountId: string; credits: number; note: string },
): Promise<number | null> {
  const { rows } = await sql<{ balance: number }>`
    with changed as (
      update account set credits = credits - ${credits} where id = ${accountId} and credits >= ${credits}
      returning id, credits
    ), entry as (
      insert into credit_entry (account_id, reason, credits, balance_after, note)
      select id, 'correction', -${credits}::int, credits, ${note} from changed
    )
    select credits as balance from changed`.execute(transaction)
  return rows[0]?.balance ?? null
}

/**
 * Where an account is signed in, and its keys, revoked ones too; newest first and without their
 * secrets.
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
