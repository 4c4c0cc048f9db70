import { type Context, Hono } from 'hono'
import { type Reader, readerOf } from '../../frame/reader.ts'
import type { DemoSession } from '../till/session.ts'
import type { CheckoutSimulator } from '../till/till.ts'
import { checkoutPage, endedPage, frame } from './pages.ts'

/**
 * The pages of the demo's checkouts, below a path: what a person sees in place of the payment
 * provider's.
 */
export function createCheckoutPages(till: CheckoutSimulator, path: string) {
  const app = new Hono().basePath(path)
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(frame.headers()))
      if (!c.res.headers.has(name)) c.header(name, value)
  })

  app.get('/:id', (c) => {
    const session = till.find(c.req.param('id'))
    if (session?.status !== 'open') return ended(c)
    return c.html(checkoutPage(session, readerAt(c)), 200, headersOf(session))
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
    return c.html(checkoutPage(session, readerAt(c), { isDeclined: true }), 402, headersOf(session))
  })

  app.notFound((c) => ended(c))
  return app
}

function ended(c: Context) {
  return c.html(endedPage(readerAt(c)), 410)
}

/** Its form's answer leads back to the product. */
function headersOf({ successUrl, cancelUrl }: DemoSession) {
  return frame.headers([new URL(successUrl).origin, new URL(cancelUrl).origin])
}

function readerAt(c: Context): Reader {
  return readerOf({
    cookie: c.req.header('cookie'),
    'accept-language': c.req.header('accept-language'),
  })
}
