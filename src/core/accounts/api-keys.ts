import { v7 as uuid } from 'uuid'
import { isId } from '#core/ids.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { maxKeys } from './contract/keys.ts'
import { findAccount } from './queries/accounts.ts'
import { insertKey, listKeys as listRows, revokeKey as revokeRow } from './queries/keys.ts'
import { hashToken, newToken } from './sign-in/tokens.ts'
import type { ApiKeyRow, KeyScope } from './tables.ts'

/** Prefix of every API key, so that a leaked one can be recognised. */
const prefix = 'atl_'

/** A key as its owner may see it: without its hash. */
export type ListedKey = Omit<ApiKeyRow, 'key_hash'>

type Wanted = { accountId: string; name: string; scopes: readonly KeyScope[] }

/**
 * Creates an API key and returns it; it cannot be read again later. A key that may write may also
 * read. Throws `Refused`: `too_many_keys`, `account_suspended`.
 */
export async function createKey(
  { database }: Parts<'database'>,
  { accountId, name, scopes }: Wanted,
): Promise<{ key: string; row: ListedKey }> {
  if ((await findAccount(database, accountId))?.suspended_at)
    throw new Refused({ reason: 'account_suspended' })
  const key = newToken(accountId, prefix)
  const granted: KeyScope[] = scopes.includes('create') ? ['read', 'create'] : ['read']
  const made = {
    id: uuid(),
    accountId,
    name,
    keyHash: hashToken(key),
    hint: hintOf(key),
    scopes: granted,
  }
  const row = await insertKey(database, made, maxKeys)
  if (!row) throw new Refused({ reason: 'too_many_keys', max: maxKeys })
  return { key, row: withoutHash(row) }
}

/** Creates a key with every scope, for programs of the operator. Returns the key itself. */
export async function createApiKey(
  context: Parts<'database'>,
  accountId: string,
  name: string,
): Promise<string> {
  return (await createKey(context, { accountId, name, scopes: ['create'] })).key
}

/** Returns the account's valid keys, newest first. */
export async function listKeys(
  { database }: Parts<'database'>,
  accountId: string,
): Promise<ListedKey[]> {
  return (await listRows(database, accountId)).map(withoutHash)
}

/**
 * Revokes a key: the next request with it is rejected, and its event streams end. Throws `Refused`
 * `not_found`.
 */
export async function revokeKey(
  { database, changes }: Parts<'changes' | 'database'>,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  if (!isId(id) || !(await revokeRow(database, accountId, id)))
    throw new Refused({ reason: 'not_found' })
  changes.publishRevocation(accountId)
}

/** Returns enough of a key to tell it from others, far too little to guess it. */
function hintOf(key: string): string {
  return `${key.slice(0, prefix.length + 4)}…${key.slice(-4)}`
}

function withoutHash({ key_hash: _, ...row }: ApiKeyRow): ListedKey {
  return row
}
