import type { MiddlewareHandler } from 'hono'
import { accountHeader } from '#contract/browser-state.ts'
import type { Env } from '../env.ts'
import { HttpRefused } from './errors.ts'
import { safeMethods } from './request.ts'

/**
 * Refuses unsafe requests of a page that shows another account than the one the request would act
 * for: 409 `account_changed`. Requests without the header or without a signed-in account go on to
 * their route.
 */
export function refuseChangedAccount(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const shown = c.req.header(accountHeader)
    const account = c.get('account')
    const isChanged = shown !== undefined && account !== null && shown !== account.id
    if (isChanged && !safeMethods.has(c.req.method)) throw new HttpRefused('account_changed')
    await next()
  }
}
