import type { Database } from '#database/database.ts'
import { insertOperatorAction, type NewOperatorAction } from '#database/queries/operator-log.ts'
import { Refused } from '../refused.ts'

/**
 * Who does something to somebody else's account or work, and why. `actor`: an e-mail address, or
 * `command line`. `id`: by which the same act is known when it is sent again.
 */
export type OperatorAction = { actor: string; reason: string; id?: string | undefined }

/** What one act was: what is written down beside who and why. */
type Done = Omit<NewOperatorAction, 'actor' | 'reason' | 'id'>

/**
 * Does something in one transaction with its entry in the audit log: neither happens without the
 * other. `work` answers its result and what to write; throws what `work` throws, and `Refused`
 * `act_repeated`, and then nothing has happened.
 */
export function auditedTransaction<Result>(
  database: Database,
  { actor, reason, id }: OperatorAction,
  work: (transaction: Database) => Promise<{ result: Result; done: Done }>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    const { result, done } = await work(transaction)
    if (!(await insertOperatorAction(transaction, { ...done, actor, reason, id })))
      throw new Refused({ reason: 'act_repeated' })
    return result
  })
}
