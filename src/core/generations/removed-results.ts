import { isId } from '#core/ids.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import { lockGeneration } from './queries/admin-generations.ts'
import { isRemoved } from './queries/generations.ts'
import { isOpen } from './rules/status.ts'
import type { GenerationRow } from './tables.ts'

/** What a feature does with a removed result; answers what the audit log says of it. */
export type RemovalEffect = (
  transaction: Database,
  result: Pick<GenerationRow, 'id' | 'account_id'>,
) => Promise<Record<string, number>>

declare module '#core/parts.ts' {
  interface Contributions {
    /** What they do when an operator removes a result, in its transaction. */
    removalEffects: readonly RemovalEffect[]
  }
}

/** Locks a generation that has ended, until the transaction ends. Throws `Refused` `not_found`. */
export async function lockEnded(transaction: Database, id: string): Promise<GenerationRow> {
  const found = isId(id) ? await lockGeneration(transaction, id) : undefined
  if (!found || found.deleted_at || isOpen(found.status)) throw new Refused({ reason: 'not_found' })
  return found
}

/** Throws `Refused` `result_removed` where a generation would be made again that was removed. */
export async function refuseRemoved(
  { database }: Parts<'database'>,
  parentId: string | null | undefined,
): Promise<void> {
  if (parentId && (await isRemoved(database, parentId)))
    throw new Refused({ reason: 'result_removed' })
}
