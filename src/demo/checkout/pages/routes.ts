import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Till } from '../till/till.ts'
import { checkoutPage, endedPage, policyFor, type Theme } from './pages.ts'

/** The pages of the demo's checkouts, below a path: what a person sees in place of the payment provider's. */
export function createCheckoutPages(till: Till, path: string) {
  const app = new Hono().basePath(path)
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    c.header('x-content-type-options', 'nosniff')
    if (!c.res.headers.has('content-security-policy')) c.header('content-security-policy', policyFor([]))
  })

  app.get('/:id', (c) => {
    const session = till.find(c.req.param('id'))
    if (session?.status !== 'open') return ended(c)
    c.header('content-security-policy', policyFor([originOf(session.successUrl), originOf(session.cancelUrl)]))
    return c.html(checkoutPage(session, themeOf(c)))
  })

  app.post('/:id', async (c) => {
    const session = till.find(c.req.param('id'))
    if (session?.status !== 'open')
      return session?.status === 'complete' ? c.redirect(session.successUrl, 303) : ended(c)
    const act = new URLSearchParams(await c.req.text()).get('act')
    if (act === 'pay' || act === 'later') {
      await till.pay(session, { later: act === 'later' })
      return c.redirect(session.successUrl, 303)
    }
    if (act === 'cancel') return c.redirect(session.cancelUrl, 303)
    c.header('content-security-policy', policyFor([originOf(session.successUrl), originOf(session.cancelUrl)]))
    return c.html(checkoutPage(session, themeOf(c), { isDeclined: true }), 402)
  })

  app.notFound((c) => ended(c))
  return app
}

function ended(c: Context) {
  const language = /^zh\b/i.test(c.req.header('accept-language') ?? '') ? 'zh' : 'en'
  return c.html(endedPage(language, themeOf(c)), 410)
}

const originOf = (url: string) => new URL(url).origin

/** The theme that the product remembers for this browser. */
function themeOf(c: Context): Theme {
  const chosen = getCookie(c, 'theme')
  return chosen === 'light' || chosen === 'system' ? chosen : 'dark'
}
