import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { themes } from '#core/history/contract/browser-state.ts'
import { provenancePath } from '#core/provenance/contract.ts'
import { errorMessages } from '#core/texts/messages/error.ts'
import { fill } from '#core/texts/messages/messages.ts'
import {
  fallbackLanguage,
  type Language,
  languageFacts,
  languageOf,
  languageOfPath,
  parseLanguage,
  pathIn,
} from '#platform/languages/languages.ts'
import type { ApiOptions, Env } from '../env.ts'
import { HttpError } from '../errors.ts'
import { clientAddress, isThroughUnknownProxy } from './client-address.ts'
import { withoutLimit } from './without-limit.ts'

/**
 * The maximum number of requests per minute, in each process. Starts have limits of their own
 * (core/generations/rules/start-generation.ts).
 */
export type RequestLimits = {
  /** Per API key, and for an account's sessions together. */
  known: number
  /** Per address, without credentials. */
  anonymous: number
  /** Sign-in requests per address. */
  signIn: number
  /** Files whose origin is checked, per account or address. */
  checks: number
  /** How many proxies of the operator's own a request passes. */
  trustedProxies: number
}

/** Each of these involves the identity provider, which has limits, too. */
const isSignInPath = (path: string) => /^\/api\/auth\/(sign-in|callback(\/[^/]*)?)$/.test(path)

/**
 * Answers 429 `too_many_requests` with `Retry-After` beyond the limits, before any other work.
 */
export function limitRequests({
  context,
  limits,
  features,
}: Pick<ApiOptions, 'context' | 'limits' | 'features'>): MiddlewareHandler<Env> {
  const isUnlimited = withoutLimit(features)
  const known = perMinute(limits.known)
  const anonymous = perMinute(limits.anonymous)
  const signIn = perMinute(limits.signIn)
  const checks = perMinute(limits.checks)
  let hasWarned = false

  return async (c, next) => {
    if (isUnlimited(c.req.path)) return next()
    if (!hasWarned && isThroughUnknownProxy(c, limits.trustedProxies)) {
      hasWarned = true
      context.log.warn(
        {},
        'requests come through a proxy that TRUST_PROXY does not count: all visitors share one limit',
      )
    }
    const name = c.get('key')?.id ?? c.get('account')?.id
    if (isSignInPath(c.req.path)) {
      const seconds = await secondsToWait(signIn, addressOf(c))
      // A browser opens these addresses itself: the person needs a page.
      return seconds === null ? next() : sendWaitPage(c, seconds)
    }
    if (c.req.path === provenancePath) await consume(checks, name ?? addressOf(c))
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
  if (seconds !== null) throw new HttpError('too_many_requests', String(seconds))
}

/** Counts a request; `null`: it is allowed. */
async function secondsToWait(limiter: RateLimiterMemory, who: string): Promise<number | null> {
  try {
    await limiter.consume(who)
    return null
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}

/**
 * Sends the page for a person with too many sign-in requests: a text, when to retry, and the same
 * address to retry. 429 with `Retry-After`.
 */
function sendWaitPage(c: Context<Env>, seconds: number): Response | Promise<Response> {
  const language = readerLanguage(c)
  const theme = themes.find((name) => name === getCookie(c, 'theme')) ?? 'dark'
  const texts = errorMessages[language]
  const text = fill(texts.sign_in_limit_text, { seconds })
  const { pathname, search } = new URL(c.req.url)
  c.header('retry-after', String(seconds))
  c.header('cache-control', 'no-store')
  return c.html(
    html`<!doctype html>
<html lang="${languageFacts[language].tag}" data-theme="${theme}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${texts.sign_in_limit_title} · Atelier</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${texts.sign_in_limit_title}</h1>
      <p>${text}</p>
      <p><a class="primary" href="${pathname + search}">${texts.sign_in_limit_again}</a>
        <a href="${pathIn('/', language)}">${texts.sign_in_limit_start}</a></p>
    </main>
  </body>
</html>`,
    429,
  )
}

/** The language of the page they came from, else of their cookie, else of their browser. */
function readerLanguage(c: Context<Env>): Language {
  const cameFrom = languageOfPath(c.req.query('return_to') ?? '/')
  if (cameFrom !== fallbackLanguage) return cameFrom
  return parseLanguage(getCookie(c, 'locale')) ?? languageOf(c.req.header('accept-language'))
}

const style = `
:root { color-scheme: dark; }
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='system'] { color-scheme: light dark; }
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100svh; display: grid; place-items: center; padding: 24px 16px;
  font: 400 16px/1.5 'Geist Variable', Geist, Inter, system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', sans-serif;
  background: light-dark(oklch(0.985 0.003 80), oklch(0.16 0.006 60));
  color: light-dark(oklch(0.22 0.01 60), oklch(0.95 0.005 80));
}
main {
  width: 100%; max-width: 440px; padding: 32px; border-radius: 12px;
  background: light-dark(oklch(1 0 0), oklch(0.2 0.007 60));
  border: 1px solid light-dark(oklch(0.9 0.005 80), oklch(0.3 0.008 60));
}
h1 { font-size: 20px; line-height: 1.25; font-weight: 600; }
p { margin-top: 8px; color: light-dark(oklch(0.42 0.01 60), oklch(0.74 0.01 80)); }
p:last-child { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 24px; }
a {
  display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 16px;
  border-radius: 8px; text-decoration: none; color: light-dark(oklch(0.22 0.01 60), oklch(0.95 0.005 80));
  border: 1px solid light-dark(oklch(0.63 0.01 60), oklch(0.55 0.01 60));
}
a.primary {
  background: light-dark(oklch(0.56 0.15 45), oklch(0.76 0.16 55)); color: light-dark(oklch(0.99 0 0), oklch(0.18 0.03 55));
  border-color: transparent; font-weight: 600;
}
:focus-visible { outline: 2px solid light-dark(oklch(0.56 0.15 45), oklch(0.76 0.16 55)); outline-offset: 2px; }
`
