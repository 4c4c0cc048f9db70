import { plainText } from '#contract/history-query.ts'
import type { Database } from '#database/database.ts'
import { findAccount, findAccountByEmail } from '#database/queries/accounts.ts'
import type { AccountRow } from '#database/tables.ts'
import { isId } from '../../generations/reading/read-generation.ts'
import { Refused } from '../../refused.ts'

/**
 * The account that an operator names by its id or e-mail address. Throws `Refused` with
 * `not_found`.
 */
export async function accountNamed(database: Database, name: string): Promise<AccountRow> {
  const isText = plainText.test(name)
  const found = isId(name)
    ? await findAccount(database, name)
    : isText && (await findAccountByEmail(database, name))
  if (!found) throw new Refused({ reason: 'not_found' })
  return found
}
