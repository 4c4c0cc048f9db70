import type { OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { refundForOperator, retryGeneration } from './retry-generation.ts'

type Context = Parts<'database' | 'changes' | 'deadlines' | 'meter' | 'log' | 'contributions'>

/** The outcome for one generation: `done`, the reason of a refusal, or `internal`. */
export type BulkOutcome = { id: string; outcome: string }

/** Retries each generation as `retryGeneration` does; what one is refused stops none of the others. */
export function retrySelected(context: Context, act: OperatorAction, ids: readonly string[]) {
  return forEach(context, act, ids, (own, id) => retryGeneration(context, own, { id }))
}

/** Refunds each generation as `refundForOperator` does. `note`: what their owners read. */
export function refundSelected(
  context: Context,
  act: OperatorAction,
  { ids, note }: { ids: readonly string[]; note: string },
) {
  return forEach(context, act, ids, (own, id) => refundForOperator(context, own, { id, note }))
}

/** Each in a transaction and with an audit entry of its own. */
async function forEach(
  { log }: Context,
  act: OperatorAction,
  ids: readonly string[],
  run: (act: OperatorAction, id: string) => Promise<unknown>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = []
  for (const id of new Set(ids)) {
    const own = { ...act, ...(act.id !== undefined && { id: `${act.id}:${id}` }) }
    outcomes.push({ id, outcome: await outcomeOf(run(own, id)) })
  }
  return outcomes

  async function outcomeOf(done: Promise<unknown>): Promise<string> {
    try {
      await done
      return 'done'
    } catch (error) {
      if (error instanceof Refused) return error.refusal.reason
      log.error({ err: error }, 'an action on several generations failed for one')
      return 'internal'
    }
  }
}
