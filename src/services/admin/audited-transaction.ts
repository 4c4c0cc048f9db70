import type { Database } from '#database/database.ts'
import { insertOperatorAction, type NewOperatorAction } from '#database/queries/operator-log.ts'
import { Refused } from '../refused.ts'

/**
 * Who changes another person's account or generation, and why. `actor`: an e-mail address, or
 * `command line`. `id`: identifies the same action when it is sent again.
 */
export type OperatorAction = { actor: string; reason: string; id?: string | undefined }

/** What an action did: the part of the audit entry beside who and why. */
type AuditedChange = Omit<NewOperatorAction, 'actor' | 'reason' | 'id'>

/**
 * Runs an operator action in one transaction with its audit entry: neither happens without the
 * other. `work` returns its result and the entry; throws what `work` throws, and `Refused`
 * `act_repeated`, and then nothing has changed.
 */
export function auditedTransaction<Result>(
  database: Database,
  { actor, reason, id }: OperatorAction,
  work: (transaction: Database) => Promise<{ result: Result; done: AuditedChange }>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    const { result, done } = await work(transaction)
    if (!(await insertOperatorAction(transaction, { ...done, actor, reason, id })))
      throw new Refused({ reason: 'act_repeated' })
    return result
  })
}
