import type { MiddlewareHandler } from 'hono'
import type { Env } from '../../env.ts'
import { HttpRefused } from '../errors.ts'
import { safeMethods } from '../request.ts'

/** What changes nothing although it is sent as a body. */
const asksOnly: ReadonlySet<string> = new Set(['/api/generations/quote'])

/**
 * A key without the scope `create` may look, and ask what something would cost. Everything else:
 * 403 `key_scope`.
 */
export function refuseBeyondScope(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const key = c.get('key')
    const mayOnlyLook = key !== null && !key.scopes.includes('create')
    if (mayOnlyLook && !safeMethods.has(c.req.method) && !asksOnly.has(c.req.path))
      throw new HttpRefused('key_scope')
    await next()
  }
}
