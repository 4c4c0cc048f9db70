import { claimAccount, findAccountByEmail, findOwned } from '#database/queries/accounts.ts'
import { recallIdentity } from '#database/queries/delete-account.ts'
import type { AccountRow } from '#database/tables.ts'
import { type Identity, SignInRefused } from '#providers/identity/identity.ts'
import type { ServiceContext } from '../../context.ts'
import { findOrCreateAccount } from '../create-account.ts'
import { hashIdentity } from '../identity-hashes.ts'

/**
 * The account of who signed in: the one of this identity, else the one with this (verified) e-mail
 * that nobody has signed in to yet, else a new one. An account that another identity owns is never
 * handed over, whatever its e-mail (docs/decisions/0017-who-an-account-belongs-to.md). What
 * accounts owed that this identity had and deleted, it owes. Throws `SignInRefused` `taken`.
 */
export async function findOwner(context: ServiceContext, identity: Identity): Promise<AccountRow> {
  const hashes = hashIdentity(context.identityKey, identity)
  const owned = await findOwned(context.database, identity)
  if (owned) return recall(context, owned, hashes)
  const { account } = await findOrCreateAccount(context, identity, hashes)
  const claimed = await claimAccount(context.database, account.id, identity)
  // Two tabs of one person come back at the same moment: the other one has claimed it, or it was
  // deleted just now.
  const found = claimed ?? (await findOwned(context.database, identity))
  if (found) return recall(context, found, hashes)
  const holder = await findAccountByEmail(context.database, identity.email)
  if (!holder || holder.id !== account.id) return findOwner(context, identity)
  throw new SignInRefused('taken', 'The e-mail address belongs to an account with another identity')
}

/** An operator may have made the account before its owner was known. */
async function recall(
  { database }: ServiceContext,
  account: AccountRow,
  hashes: readonly string[],
) {
  await database
    .transaction()
    .execute((transaction) => recallIdentity(transaction, account.id, hashes))
  return account
}
