import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { AccountRow } from '../../tables.ts'

type Owner = { issuer: string; subject: string; email: string; name: string | null }

/**
 * The account of an identity; what the identity provider says of e-mail and name today is taken
 * over. An e-mail that another account has by now stays theirs.
 */
export async function findOwned(database: Database, owner: Owner): Promise<AccountRow | undefined> {
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
 * Ties an account that has no identity yet to one, so that a later change of its e-mail there does
 * not lose it. `undefined`: it has one, also since this very moment, or it is deleted.
 */
export function claimAccount(
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

/** Whether the account was ever granted credits with these words. */
export async function hasGrant(
  database: Database,
  accountId: string,
  note: string,
): Promise<boolean> {
  const found = await database
    .selectFrom('credit_entry')
    .select('id')
    .where('account_id', '=', accountId)
    .where('reason', '=', 'grant')
    .where('note', '=', note)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
