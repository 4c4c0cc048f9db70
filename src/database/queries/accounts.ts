import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { AccountRow } from '../tables.ts'

export function findAccount(database: Database, id: string): Promise<AccountRow | undefined> {
  return database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds an account by e-mail, whatever its capitals. */
export function findAccountByEmail(
  database: Database,
  email: string,
): Promise<AccountRow | undefined> {
  return database
    .selectFrom('account')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/**
 * Makes an account without credits. `undefined`: the e-mail is taken (also by somebody at the same
 * moment).
 */
export function insertAccount(
  database: Database,
  account: { id: string; email: string; name: string | null },
) {
  return database
    .insertInto('account')
    .values({ ...account, issuer: null, subject: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Records that the account has paid at least once. */
export async function markPaid(database: Database, id: string): Promise<void> {
  await database.updateTable('account').set({ has_paid: true }).where('id', '=', id).execute()
}

/** What people set themselves; absent: stays as it is. */
export type AccountChange = {
  [Name in 'daily_cap' | 'job_ceiling' | 'default_public' | 'language' | 'theme']?:
    | AccountRow[Name]
    | undefined
}

/** Answers the account as it is then; `undefined`: it is deleted. */
export async function updateAccount(
  database: Database,
  id: string,
  change: AccountChange,
): Promise<AccountRow | undefined> {
  const named = Object.entries(change).filter(([, value]) => value !== undefined)
  if (named.length === 0) return findAccount(database, id)
  return database
    .updateTable('account')
    .set(Object.fromEntries(named))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
