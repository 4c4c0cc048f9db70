import type { OperatorAction } from '#core/operators/audited-transaction.ts'
import type { AuditEntryView } from '#core/operators/contract.ts'
import type { readActs } from '#core/operators/read-acts.ts'
import type { SignedInContext } from './route.ts'

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

/** Presents an entry of the audit log. */
export function presentAct(
  row: Awaited<ReturnType<typeof readActs>>['rows'][number],
): AuditEntryView {
  const { act_id: _, ...details } = row.details
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    actor: row.actor,
    act: row.act,
    account: row.account_id ? { id: row.account_id, email: row.email ?? '' } : null,
    generation_id: row.generation_id,
    reason: row.reason,
    details,
  }
}
