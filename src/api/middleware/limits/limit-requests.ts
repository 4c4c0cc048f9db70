import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { webhookPaths } from '#contract/webhooks.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { HttpRefused } from '../errors.ts'
import { clientAddress, isThroughUnknownProxy } from './client-address.ts'
import { sendWaitPage } from './wait-page.ts'

/**
 * The most requests a minute, in each process. What starts work has limits of its own
 * (domain/start-rate.ts).
 */
export type RequestLimits = {
  /** Of an API key, and of an account's sessions together. */
  known: number
  /** Of an address from which nobody is signed in. */
  anonymous: number
  /** To sign in, of an address. */
  signIn: number
  /** How many proxies of the operator's own a request comes through. */
  trustedProxies: number
}

/** Suppliers come as fast as they must. */
const unlimited: ReadonlySet<string> = new Set([
  ...Object.values(webhookPaths),
  '/api/payments/webhook',
])

/** Each begins or ends at the identity provider, which has limits, too. */
const signInPaths: ReadonlySet<string> = new Set(['/api/auth/sign-in', '/api/auth/callback'])

/**
 * Refuses with 429 `too_many_requests` and `Retry-After` whoever asks too much, before anything is
 * done for them.
 */
export function limitRequests({
  context,
  limits,
}: Pick<ApiOptions, 'context' | 'limits'>): MiddlewareHandler<Env> {
  const known = perMinute(limits.known)
  const anonymous = perMinute(limits.anonymous)
  const signIn = perMinute(limits.signIn)
  let hasWarned = false

  return async (c, next) => {
    if (unlimited.has(c.req.path)) return next()
    if (!hasWarned && isThroughUnknownProxy(c, limits.trustedProxies)) {
      hasWarned = true
      context.log.warn(
        {},
        'requests come through a proxy that TRUST_PROXY does not count: all visitors share one limit',
      )
    }
    const name = c.get('key')?.id ?? c.get('account')?.id
    if (signInPaths.has(c.req.path)) {
      const seconds = await secondsToWait(signIn, addressOf(c))
      // A browser goes there by itself: whoever sits before it needs words.
      return seconds === null ? next() : sendWaitPage(c, seconds)
    }
    if (name) await consume(known, name)
    else await consume(anonymous, addressOf(c))
    return next()
  }

  function addressOf(c: Context) {
    return clientAddress(c, limits.trustedProxies)
  }
}

function perMinute(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: 60 })
}

async function consume(limiter: RateLimiterMemory, who: string): Promise<void> {
  const seconds = await secondsToWait(limiter, who)
  if (seconds !== null) throw new HttpRefused('too_many_requests', String(seconds))
}

/** `null`: it may go on, and is counted. */
async function secondsToWait(limiter: RateLimiterMemory, who: string): Promise<number | null> {
  try {
    await limiter.consume(who)
    return null
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}
