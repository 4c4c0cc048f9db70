import { findKeyHolder, type KeyHolder } from '#database/queries/keys.ts'
import { findAccountBySession } from '#database/queries/sessions.ts'
import type { AccountRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'
import type { Credential } from './check-credentials.ts'
import { hashToken } from './tokens.ts'

/**
 * Who asks. `key`: by which API key and with what scopes; `null`: with a session, which may do
 * everything.
 */
export type Caller = { account: AccountRow; key: KeyHolder['key'] | null }

/** Who holds this session token or API key; `undefined` for nobody. */
export async function authenticate(
  { database }: Pick<ServiceContext, 'database'>,
  credential: Credential,
): Promise<Caller | undefined> {
  if ('apiKey' in credential) return findKeyHolder(database, hashToken(credential.apiKey))
  const account = await findAccountBySession(database, hashToken(credential.session))
  return account && { account, key: null }
}
