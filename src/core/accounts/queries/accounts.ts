import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
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

/** `isPublic`: whether its results are public where it does not say. */
type NewAccount = { id: string; email: string; name: string | null; isPublic?: boolean }

/**
 * Inserts an account without credits. `undefined`: the e-mail is taken, also by a concurrent
 * insert.
 */
export async function insertAccount(
  database: Database,
  { id, email, name, isPublic = true }: NewAccount,
): Promise<AccountRow | undefined> {
  return inTransaction(database, async (transaction) => {
    if (!(await insertName(transaction, emailName(email), id))) return undefined
    return transaction
      .insertInto('account')
      .values({ id, email, name, default_public: isPublic })
      .returningAll()
      .executeTakeFirst()
  })
}

/** Records that the account has paid at least once. */
export async function markPaid(database: Database, id: string): Promise<void> {
  await database.updateTable('account').set({ has_paid: true }).where('id', '=', id).execute()
}

/** The settings that people change themselves; an absent one is not changed. */
export type AccountChange = {
  [Name in
    | 'daily_cap'
    | 'job_ceiling'
    | 'default_public'
    | 'mail_when_finished'
    | 'language'
    | 'theme']?: AccountRow[Name] | undefined
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

/** Records the version of the terms that an account accepts, unless it accepted it before. */
export async function setAcceptedTerms(
  database: Database,
  id: string,
  version: number,
): Promise<void> {
  await database
    .updateTable('account')
    .set({ terms_version: version, terms_accepted_at: sql`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`coalesce(terms_version, 0) < ${version}`)
    .execute()
}

type Owner = { issuer: string; subject: string; email: string; name: string | null }

/** Returns the account of an identity. */
export function findAccountByIdentity(
  database: Database,
  { issuer, subject }: Pick<Owner, 'issuer' | 'subject'>,
): Promise<AccountRow | undefined> {
  return findAccountByName(database, identityName(issuer, subject))
}

/**
 * Copies the identity provider's current e-mail to the account of an identity, and returns that.
 * One that another account has by now is not copied; a suspended account keeps its own, so that no
 * one signs up with it again.
 */
export async function followEmail(
  database: Database,
  account: AccountRow,
  owner: Pick<Owner, 'email'>,
): Promise<AccountRow> {
  if (account.suspended_at || account.email.toLowerCase() === owner.email.toLowerCase())
    return account
  const renamed = await inTransaction(database, async (transaction) => {
    const isThere = await lockAccount(transaction, account.id)
    if (!isThere || !(await insertName(transaction, emailName(owner.email), account.id)))
      return undefined
    await transaction
      .deleteFrom('account_name')
      .where('name', '=', emailName(account.email))
      .where('account_id', '=', account.id)
      .execute()
    return transaction
      .updateTable('account')
      .set({ email: owner.email })
      .where('id', '=', account.id)
      .returningAll()
      .executeTakeFirst()
  })
  return renamed ?? account
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
  const { issuer, subject, name } = owner
  return inTransaction(database, async (transaction) => {
    const account = await lockAccount(transaction, id)
    if (!account || account.issuer !== null) return undefined
    if (!(await insertName(transaction, identityName(issuer, subject), id))) return undefined
    return transaction
      .updateTable('account')
      .set({ issuer, subject, name: account.name ?? name })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
  })
}

/**
 * Links an identity of another issuer to an account that has one: both lead to it. `false`: the
 * identity belongs to an account, or this one is deleted.
 */
export function linkFurtherIdentity(
  database: Database,
  id: string,
  { issuer, subject }: Pick<Owner, 'issuer' | 'subject'>,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const account = await lockAccount(transaction, id)
    return account !== undefined && insertName(transaction, identityName(issuer, subject), id)
  })
}

/** Runs in the caller's transaction, or in one of its own. */
function inTransaction<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return database.isTransaction ? work(database) : database.transaction().execute(work)
}

/** Locked until the transaction ends, so that a deletion at the same time frees its names, too. */
function lockAccount(transaction: Database, id: string) {
  return transaction
    .selectFrom('account')
    .select(['issuer', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Gives an account a name. `false`: another account has it. */
async function insertName(
  transaction: Database,
  name: string,
  accountId: string,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('account_name')
    .values({ name, account_id: accountId })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return inserted !== undefined
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

/** Locks the account's row, so that what it has is counted and named one after the other. `false`: it is deleted. */
export async function lockOpenAccount(transaction: Database, accountId: string): Promise<boolean> {
  const account = await transaction
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return account !== undefined
}
