import type { Context } from 'hono'
import type { Act } from '#services/admin/act.ts'
import type { Env } from '../../env.ts'
import { requireAccount } from '../../middleware/request.ts'

/** Who acts, and why. */
export function actOf(c: Context<Env>, reason: string): Act {
  return { actor: requireAccount(c.get('account')).email, reason }
}
