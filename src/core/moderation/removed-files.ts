import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  deleteRemovedHash,
  findRemovedHashes,
  listRemovedHashes,
  type RemovedHash,
} from './queries.ts'

type Context = Parts<'database'>

/**
 * Throws `Refused` `removed_file` where a file with one of these SHA-256 hashes was removed by an
 * operator. `null`: the hash is unknown.
 */
export async function refuseRemovedFile(
  { database }: Context,
  hashes: readonly (string | null)[],
): Promise<void> {
  const known = hashes.filter((hash) => hash !== null)
  if ((await findRemovedHashes(database, known)).size > 0)
    throw new Refused({ reason: 'removed_file' })
}

/**
 * Splits files into those that may be kept and those that an operator removed before, by their hash
 * or by that of what came.
 */
export async function splitRemoved<File extends { sha256: string; receivedSha256: string | null }>(
  { database }: Context,
  files: readonly File[],
): Promise<{ kept: File[]; removed: File[] }> {
  const hashesOf = ({ sha256, receivedSha256 }: File) => [sha256, receivedSha256 ?? sha256]
  const hashes = await findRemovedHashes(database, files.flatMap(hashesOf))
  const isRemoved = (file: File) => hashesOf(file).some((hash) => hashes.has(hash))
  return {
    kept: files.filter((file) => !isRemoved(file)),
    removed: files.filter(isRemoved),
  }
}

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
