import { exceededLimit, type GivingLimit } from '#core/accounts/rules/roles.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import {
  insertOperatorAction,
  type NewOperatorAction,
  sumGivenToday,
} from './operator-log-queries.ts'

/**
 * Who changes another person's account or generation, and why. `actor`: an e-mail address, or
 * `command line`; `actorId`: the account of the former. `id`: identifies the same action when it is
 * sent again. `limit`: how many credits this person may give.
 */
export type OperatorAction = {
  actor: string
  actorId?: string | undefined
  reason: string
  id?: string | undefined
  limit?: GivingLimit | null | undefined
}

/**
 * What an action did: the part of the audit entry beside who and why. `given`: the credits that an
 * account got by it, which are also in its details as `credits`.
 */
type AuditedChange = Omit<NewOperatorAction, 'actor' | 'reason' | 'id'> & { given?: number }

/**
 * Runs an operator action in one transaction with its audit entry: neither happens without the
 * other. `work` returns its result and the entry; throws what `work` throws, and `Refused`:
 * `act_repeated`, `giving_limit`, `own_account`, and then nothing has changed.
 */
export function auditedTransaction<Result>(
  database: Database,
  act: OperatorAction,
  work: (transaction: Database) => Promise<{ result: Result; done: AuditedChange }>,
): Promise<Result> {
  const { actor, reason, id } = act
  return database.transaction().execute(async (transaction) => {
    const { result, done: change } = await work(transaction)
    const { given = 0, ...done } = change
    if (given > 0) await requireWithinLimit(transaction, act, { ...done, given })
    if (!(await insertOperatorAction(transaction, { ...done, actor, reason, id })))
      throw new Refused({ reason: 'act_repeated' })
    return result
  })
}

/** Locks the actor's sum until the transaction ends, so that concurrent actions add up. */
async function requireWithinLimit(
  transaction: Database,
  { actor, actorId, limit }: OperatorAction,
  { accountId, given }: Pick<AuditedChange, 'accountId'> & { given: number },
): Promise<void> {
  if (!limit) return
  if (accountId !== undefined && accountId === actorId) throw new Refused({ reason: 'own_account' })
  const exceeded = exceededLimit(limit, given, await sumGivenToday(transaction, actor))
  if (exceeded) throw new Refused({ reason: 'giving_limit', required: given, ...exceeded })
}
