import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { deleteRemovedHash, listRemovedHashes, type RemovedHash } from './queries.ts'

type Context = Parts<'database'>

/** How many hashes a list has at most. */
const listed = 50

/** Returns the newest hashes of removed files that begin with these hexadecimal digits. */
export function listBlockedHashes(
  { database }: Context,
  beginning: string,
): Promise<RemovedHash[]> {
  return listRemovedHashes(database, { beginning: beginning.toLowerCase(), limit: listed })
}

/**
 * Lets people upload and generate a file again that an operator removed; the removed result does
 * not return. Throws `Refused`: `not_found`, `act_repeated`.
 */
export function unblockHash(
  { database }: Context,
  act: OperatorAction,
  sha256: string,
): Promise<void> {
  return auditedTransaction(database, act, async (transaction) => {
    if (!(await deleteRemovedHash(transaction, sha256.toLowerCase())))
      throw new Refused({ reason: 'not_found' })
    return { result: undefined, done: { act: 'hash.unblock', details: { sha256 } } }
  })
}
