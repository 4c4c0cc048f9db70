import { plainText } from '#contract/history-query.ts'
import type { Database } from '#database/database.ts'
import { findAccount, findAccountByEmail } from '#database/queries/accounts.ts'
import { listAccess, searchAccounts } from '#database/queries/admin-accounts.ts'
import { listOperatorActions } from '#database/queries/operator-log.ts'
import type { AccountRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { Refused } from '../refused.ts'

/**
 * Returns the account that an operator names by its id or e-mail address. Throws `Refused` with
 * `not_found`.
 */
export async function findNamedAccount(database: Database, name: string): Promise<AccountRow> {
  const isText = plainText.test(name)
  const found = isId(name)
    ? await findAccount(database, name)
    : isText && (await findAccountByEmail(database, name))
  if (!found) throw new Refused({ reason: 'not_found' })
  return found
}

type Context = Pick<ServiceContext, 'database'>

/**
 * Returns the accounts whose e-mail address or name contains `text`, or whose id it is; newest
 * first. Pages start at 1.
 */
export async function findAccounts(
  { database }: Context,
  { text, page, pageSize }: { text: string; page: number; pageSize: number },
): Promise<{ rows: AccountRow[]; total: number }> {
  if (isId(text)) {
    const found = await findAccount(database, text)
    return { rows: found && page === 1 ? [found] : [], total: found ? 1 : 0 }
  }
  return searchAccounts(database, { text, offset: (page - 1) * pageSize, limit: pageSize })
}

/** How many operator actions are shown with an account. */
const actsShown = 50

/**
 * Returns an account by id or e-mail address, with its sessions, its keys, and the operator actions
 * on it. Throws `Refused`.
 */
export async function readAccountDetails({ database }: Context, name: string) {
  const account = await findNamedAccount(database, name)
  const [access, acts] = await Promise.all([
    listAccess(database, account.id),
    listOperatorActions(database, { accountId: account.id, limit: actsShown }),
  ])
  return { account, ...access, acts }
}

export type AccountDetails = Awaited<ReturnType<typeof readAccountDetails>>
