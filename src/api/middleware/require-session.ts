import type { Context } from 'hono'
import type { AccountRow } from '#services/rows.ts'
import type { Env } from '../env.ts'
import { HttpRefused } from './errors.ts'
import { requireAccount } from './request.ts'

/**
 * Who is signed in with a browser, and their session's token. Throws 401 for nobody, 403
 * `session_needed` for a key.
 */
export function requireSession(c: Context<Env>): { account: AccountRow; token: string } {
  const account = requireAccount(c.get('account'))
  const credential = c.get('credential')
  if (!credential || !('session' in credential)) throw new HttpRefused('session_needed')
  return { account, token: credential.session }
}
