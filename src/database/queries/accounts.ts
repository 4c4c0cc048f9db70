import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { AccountRow } from '../tables.ts'

export function findAccount(database: Database, id: string): Promise<AccountRow | undefined> {
  return database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds an account by e-mail, whatever its capitals. */
export function findAccountByEmail(database: Database, email: string): Promise<AccountRow | undefined> {
  return database
    .selectFrom('account')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

export function findAccountByIdentity(database: Database, issuer: string, subject: string) {
  return database
    .selectFrom('account')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Makes an account without credits. `undefined`: the e-mail is taken (also by somebody at the same moment). */
export function insertAccount(database: Database, account: { id: string; email: string; name: string | null }) {
  return database
    .insertInto('account')
    .values({ ...account, issuer: null, subject: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Ties an account to an identity, so that a later change of its e-mail there does not lose it. */
export function linkIdentity(
  database: Database,
  id: string,
  identity: { issuer: string; subject: string; name: string | null },
) {
  return database
    .updateTable('account')
    .set({ issuer: identity.issuer, subject: identity.subject, name: sql`coalesce(name, ${identity.name})` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records that the account has paid at least once. */
export async function markPaid(database: Database, id: string): Promise<void> {
  await database.updateTable('account').set({ has_paid: true }).where('id', '=', id).execute()
}
