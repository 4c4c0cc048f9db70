import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { AccountRow } from '../tables.ts'

export function findAccount(database: Database, id: string): Promise<AccountRow | undefined> {
  return database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
}

const emailName = (email: string) => `email ${email.toLowerCase()}`
const identityName = (issuer: string, subject: string) => `identity ${issuer} ${subject}`

/** Finds an account by e-mail, ignoring case. */
export function findAccountByEmail(
  database: Database,
  email: string,
): Promise<AccountRow | undefined> {
  return findAccountByName(database, emailName(email))
}

function findAccountByName(database: Database, name: string): Promise<AccountRow | undefined> {
  return database
    .selectFrom('account_name')
    .innerJoin('account', 'account.id', 'account_name.account_id')
    .selectAll('account')
    .where('account_name.name', '=', name)
    .executeTakeFirst()
}

/**
 * Inserts an account without credits. `undefined`: the e-mail is taken, also by a concurrent
 * insert.
 */
export async function insertAccount(
  database: Database,
  { id, email, name }: { id: string; email: string; name: string | null },
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    with named as (
      insert into account_name (name, account_id) values (${emailName(email)}, ${id})
      on conflict (name) do nothing returning account_id
    )
    insert into account (id, email, name) select account_id, ${email}, ${name} from named
    returning *`.execute(database)
  return rows[0]
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
  const account = await findAccountByName(database, identityName(owner.issuer, owner.subject))
  if (!account || account.email.toLowerCase() === owner.email.toLowerCase()) return account
  const { rows } = await sql<AccountRow>`
    with named as (${takeName(emailName(owner.email), sql`id = ${account.id}`)}), freed as (
      delete from account_name using named
      where name = ${emailName(account.email)} and account_name.account_id = named.account_id
    )
    update account set email = ${owner.email} from named where id = ${account.id}
    returning account.*`.execute(database)
  return rows[0] ?? account
}

/**
 * Links an account without an identity to one, so that a later change of its e-mail at the identity
 * provider does not lose it. `undefined`: it has one, also by a concurrent call, or it is deleted.
 */
export async function linkIdentity(
  database: Database,
  id: string,
  owner: Owner,
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    with named as (
      ${takeName(identityName(owner.issuer, owner.subject), sql`id = ${id} and issuer is null`)}
    )
    update account set issuer = ${owner.issuer}, subject = ${owner.subject}, name = coalesce(account.name, ${owner.name})
    from named where account.id = named.account_id
    returning account.*`.execute(database)
  return rows[0]
}

/**
 * Gives an account that is not deleted a name; no row: there is none, or another account has the
 * name. The account stays locked, so that a deletion at the same time frees the name, too.
 */
function takeName(name: string, isAccount: RawBuilder<unknown>) {
  return sql`
    insert into account_name (name, account_id)
    select ${name}, id from account where ${isAccount} and deleted_at is null for update
    on conflict (name) do nothing returning account_id`
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
