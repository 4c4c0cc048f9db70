import type { Context } from 'hono'
import type { OperatorAction } from '#services/admin/act.ts'
import type { Env } from '../../env.ts'
import { requireAccount } from '../../middleware/request.ts'

/** Who acts, and why, and by which name the act is known when it is sent again. */
export function actOf(
  c: Context<Env>,
  { reason, act_id: id }: { reason: string; act_id?: string | undefined },
): OperatorAction {
  return { actor: requireAccount(c.get('account')).email, reason, id }
}
