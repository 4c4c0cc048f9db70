import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { AccountRow } from '../tables.ts'

export function findAccount(database: Database, id: string): Promise<AccountRow | undefined> {
  return database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds an account by e-mail, ignoring case. */
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
 * Inserts an account without credits. `undefined`: the e-mail is taken, also by a concurrent
 * insert.
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

/** The settings that people change themselves; an absent one is not changed. */
export type AccountChange = {
  [Name in 'daily_cap' | 'job_ceiling' | 'default_public' | 'language' | 'theme']?:
    | AccountRow[Name]
    | undefined
}

/** Returns the changed account; `undefined`: it is deleted. */
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

type Owner = { issuer: string; subject: string; email: string; name: string | null }

/**
 * Returns the account of an identity, with the identity provider's current e-mail and name. An
 * e-mail that another account has by now is not copied.
 */
export async function findAccountByIdentity(
  database: Database,
  owner: Owner,
): Promise<AccountRow | undefined> {
  const account = await database
    .selectFrom('account')
    .selectAll()
    .where('issuer', '=', owner.issuer)
    .where('subject', '=', owner.subject)
    .executeTakeFirst()
  if (!account || account.email.toLowerCase() === owner.email.toLowerCase()) return account
  const { rows } = await sql<AccountRow>`
    update account set email = ${owner.email}
    where id = ${account.id} and not exists (select from account where lower(email) = lower(${owner.email}))
    returning *`.execute(database)
  return rows[0] ?? account
}

/**
 * Links an account without an identity to one, so that a later change of its e-mail at the identity
 * provider does not lose it. `undefined`: it has one, also by a concurrent call, or it is deleted.
 */
export function linkIdentity(
  database: Database,
  id: string,
  owner: Owner,
): Promise<AccountRow | undefined> {
  return database
    .updateTable('account')
    .set({ issuer: owner.issuer, subject: owner.subject, name: sql`coalesce(name, ${owner.name})` })
    .where('id', '=', id)
    .where('issuer', 'is', null)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Whether the account was ever granted credits with this note. */
export async function hasGrant(
  database: Database,
  accountId: string,
  note: string,
): Promise<boolean> {
  const found = await database
    .selectFrom('credit_entry')
    .select('number')
    .where('account_id', '=', accountId)
    .where('reason', '=', 'grant')
    .where('note', '=', note)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
