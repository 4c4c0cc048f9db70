import type { SignedInContext } from '#core/api/route.ts'
import type { OperatorAction } from '../audited-transaction.ts'

/**
 * The actor with the limit of the own role, the reason, and the id that identifies a repeated
 * action.
 */
export function operatorAction(
  c: SignedInContext,
  { reason, act_id: id }: { reason: string; act_id?: string | undefined },
): OperatorAction {
  const { email: actor, id: actorId } = c.get('account')
  return { actor, actorId, reason, id, limit: c.get('givingLimit') }
}
