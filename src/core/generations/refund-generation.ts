import { isId } from '#core/ids.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  countRefundAttempt,
  findRefundable,
  refundFailedGeneration,
} from './queries/end-generation.ts'
import type { GenerationRow } from './tables.ts'

/**
 * Whether its owner may request a refund: it failed, cost something and was not refunded
 * (docs/spec/money.md#refund).
 */
export function canRefund({
  status,
  refunded,
  price,
}: Pick<GenerationRow, 'status' | 'refunded' | 'price'>): boolean {
  return status === 'failed' && refunded === 0 && price > 0
}

/** `name`: the request id of a generation, or its id. `reason`: for the ledger. */
export type RefundOrder = { accountId: string; name: string; reason: string | null }

/**
 * Refunds a failed generation of the account exactly once, however often it is requested; every
 * refused request is counted on the record. Returns the credits. Throws `Refused`: `not_found`,
 * `not_failed`, `already_refunded`.
 */
export async function refundGeneration(
  context: Parts<'changes' | 'database' | 'log' | 'meter'>,
  order: RefundOrder,
): Promise<number> {
  const { accountId, name, reason } = order
  const found = await findRefundable(context.database, {
    accountId,
    name,
    id: isId(name) ? name : null,
  })
  if (!found) throw new Refused({ reason: 'not_found' })

  const credits = await refundFailedGeneration(context.database, {
    id: found.id,
    accountId,
    reason,
  })
  if (credits === null) await countRefundAttempt(context.database, { id: found.id, accountId })
  context.changes.publish({ accountId, generationId: found.id })
  if (credits === null)
    throw new Refused({ reason: found.status === 'failed' ? 'already_refunded' : 'not_failed' })

  context.meter.count('atelier_credits_refunded_total', { kind: found.kind }, credits)
  context.log.info({ generation: found.id, credits }, 'generation refunded on request')
  return credits
}
