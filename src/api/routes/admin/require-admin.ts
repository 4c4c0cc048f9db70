import type { Context, MiddlewareHandler } from 'hono'
import type { ServiceContext } from '#services/context.ts'
import type { Env } from '../../env.ts'
import { HttpRefused } from '../../middleware/errors.ts'

/**
 * Is somebody signed in with one of the operator's e-mail addresses? API keys are nobody here: one
 * that leaks must not command the studio.
 */
export function isOperator(c: Context<Env>, { admins }: Pick<ServiceContext, 'admins'>): boolean {
  const account = c.get('account')
  const credential = c.get('credential')
  const isSession = credential !== null && 'session' in credential
  return isSession && account !== null && admins.has(account.email.toLowerCase())
}

/** Lets in the operator alone. To everybody else these addresses do not exist. */
export function requireAdmin(context: Pick<ServiceContext, 'admins'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!isOperator(c, context)) throw new HttpRefused('not_found')
    c.header('cache-control', 'no-store')
    await next()
  }
}
