import type { MiddlewareHandler } from 'hono'
import type { ServiceContext } from '#services/context.ts'
import type { Env } from '../../env.ts'
import { HttpRefused } from '../../middleware/errors.ts'

/**
 * Lets in whoever is signed in with one of the operator's e-mail addresses. To everybody else these addresses do not
 * exist. API keys are nobody here: one that leaks must not command the studio.
 */
export function requireAdmin({ admins }: Pick<ServiceContext, 'admins'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const account = c.get('account')
    const credential = c.get('credential')
    const isSession = credential !== null && 'session' in credential
    if (!account || !isSession || !admins.has(account.email.toLowerCase())) throw new HttpRefused('not_found')
    c.header('cache-control', 'no-store')
    await next()
  }
}
