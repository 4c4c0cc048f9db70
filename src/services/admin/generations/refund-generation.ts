import { lockGeneration } from '#database/queries/admin-generations.ts'
import { payBack } from '#database/queries/end-generation.ts'
import type { ServiceContext } from '../../context.ts'
import { isId } from '../../generations/reading/read-generation.ts'
import { Refused } from '../../refused.ts'
import { auditedTransaction, type OperatorAction } from '../act.ts'

/**
 * Gives back what was paid for a generation that failed, once, by the statement its owner's own
 * request uses. `note` is what the owner reads in the ledger. Answers the credits. Throws
 * `Refused`: `not_found`, `not_failed`, `already_refunded`.
 */
export async function refundForOperator(
  context: Pick<ServiceContext, 'database' | 'changes' | 'meter'>,
  act: OperatorAction,
  { id, note }: { id: string; note: string },
): Promise<number> {
  if (!isId(id)) throw new Refused({ reason: 'not_found' })
  const { row, credits } = await auditedTransaction(context.database, act, async (transaction) => {
    const found = await lockGeneration(transaction, id)
    if (!found || found.deleted_at) throw new Refused({ reason: 'not_found' })
    const paidBack = await payBack(transaction, { id, reason: note })
    if (paidBack === null)
      throw new Refused({ reason: found.status === 'failed' ? 'already_refunded' : 'not_failed' })
    const done = {
      act: 'generation.refund',
      accountId: found.account_id,
      generationId: id,
      details: { credits: paidBack },
    }
    return { result: { row: found, credits: paidBack }, done }
  })
  context.meter.count('atelier_credits_refunded_total', { kind: row.kind }, credits)
  context.changes.publish({ accountId: row.account_id, generationId: id })
  return credits
}
