import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { DemoSession } from './checkout-session.ts'
import type { CheckoutSimulator } from './checkout-simulator.ts'
import { createFrame, type Language, parseReader, type Reader } from './demo-page.ts'

/** Styles of the checkout's pages alone. */
const checkoutStyle = `
dl { margin: 24px 0; border-block: 1px solid var(--line); padding-block: 8px; }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 6px 0; }
dt { color: var(--quiet); flex: none; }
dd { text-align: end; overflow-wrap: anywhere; }
.total { font-weight: 600; font-size: 20px; }
.total dt { color: inherit; }
dd, button { font-variant-numeric: tabular-nums; }
form { display: grid; gap: 8px; }
[role='alert'] { margin-bottom: 16px; color: var(--bad); }
`

/**
 * The pages of the demo's checkouts, below a path: the user sees them in place of the payment
 * provider's.
 */
export function createCheckoutPages(simulator: CheckoutSimulator, path: string) {
  const app = new Hono().basePath(path)
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(frame.headers()))
      if (!c.res.headers.has(name)) c.header(name, value)
  })

  app.get('/:id', (c) => {
    const session = simulator.find(c.req.param('id'))
    if (session?.status !== 'open') return ended(c)
    return c.html(checkoutPage(session, readerAt(c)), 200, headersOf(session))
  })

  app.get('/:id/invoice', (c) => {
    const session = simulator.find(c.req.param('id'))
    if (!session?.isPaid || !session.invoice) return ended(c)
    return c.html(invoicePage(session, readerAt(c)))
  })

  app.post('/:id', async (c) => {
    const session = simulator.find(c.req.param('id'))
    if (session?.status !== 'open')
      return session?.status === 'complete' ? c.redirect(session.successUrl, 303) : ended(c)
    const act = new URLSearchParams(await c.req.text()).get('act')
    if (act === 'pay' || act === 'later') {
      await simulator.pay(session, { later: act === 'later' })
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

/** The answer to its form redirects back to the product. */
function headersOf({ successUrl, cancelUrl }: DemoSession) {
  return frame.headers([new URL(successUrl).origin, new URL(cancelUrl).origin])
}

function readerAt(c: Context): Reader {
  return parseReader({
    cookie: c.req.header('cookie'),
    'accept-language': c.req.header('accept-language'),
  })
}

const frame = createFrame(checkoutStyle)

/** The page that replaces the payment provider's: what is bought, and buttons for each outcome. */
function checkoutPage(session: DemoSession, { theme }: Reader, { isDeclined = false } = {}) {
  const { amount, currency, description, email, language } = session
  const words = textsIn(language)
  const money = formatMoney(amount, currency, language)
  const content = html`<h1>${words.title}</h1>
    <p class="explain">${words.explain}</p>
    <dl>
      <div><dt>${words.payFor}</dt><dd>${description}</dd></div>
      ${email ? html`<div><dt>${words.to}</dt><dd>${email}</dd></div>` : ''}
      ${taxLine(session)}
      <div class="total"><dt>${words.total}</dt><dd>${money}</dd></div>
    </dl>
    ${isDeclined ? html`<p role="alert">${words.declined}</p>` : ''}
    <form method="post">
      <button class="primary" name="act" value="pay">${words.pay(money)}</button>
      <button name="act" value="later">${words.later}</button>
      <button name="act" value="decline">${words.decline}</button>
      <button class="plain" name="act" value="cancel">${words.cancel}</button>
    </form>`
  return frame.page({ reader: { language, theme }, title: words.title, content })
}

function taxLine({ tax, currency, language }: DemoSession) {
  if (tax === 0) return ''
  const money = formatMoney(tax, currency, language)
  return html`<div><dt>${textsIn(language).tax}</dt><dd>${money}</dd></div>`
}

/** The page of an invoice. */
function invoicePage(session: DemoSession, { theme }: Reader) {
  const { amount, currency, description, email, language } = session
  const words = textsIn(language)
  const content = html`<h1>${words.invoice}</h1>
    <p class="explain">${words.invoiceExplain}</p>
    <dl>
      <div><dt>${words.payFor}</dt><dd>${description}</dd></div>
      ${email ? html`<div><dt>${words.to}</dt><dd>${email}</dd></div>` : ''}
      ${taxLine(session)}
      <div class="total"><dt>${words.total}</dt><dd>${formatMoney(amount, currency, language)}</dd></div>
    </dl>`
  return frame.page({ reader: { language, theme }, title: words.invoice, content })
}

/** The page of a completed checkout. */
function endedPage(reader: Reader) {
  const words = textsIn(reader.language)
  const content = html`<h1>${words.endedTitle}</h1>
    <p class="explain">${words.ended}</p>
    <a class="button primary" href="/pricing">${words.back}</a>`
  return frame.page({ reader, title: words.endedTitle, content })
}

const words = {
  en: {
    title: 'Simulated checkout',
    explain: 'This page stands in for Stripe. No card is asked for and no money moves.',
    payFor: 'Buying',
    to: 'For',
    total: 'Total',
    tax: 'Tax (20 %)',
    invoice: 'Sample invoice',
    invoiceExplain: 'This page stands in for an invoice of Stripe. No money moved.',
    pay: (amount: string) => `Pay ${amount}`,
    later: 'Pay by a slow bank transfer',
    decline: 'Let the card be declined',
    cancel: 'Back without paying',
    declined: 'The card was declined. You have paid nothing.',
    endedTitle: 'This checkout has ended',
    ended: 'It was paid already, or the studio has started anew since. Nothing more is charged.',
    back: 'Back to Atelier',
  },
  zh: {
    title: '模拟付款',
    explain: '此页面代替 Stripe，不需要银行卡，也不会产生任何扣款。',
    payFor: '购买内容',
    to: '账号',
    total: '合计',
    tax: '税费（20%）',
    invoice: '示例发票',
    invoiceExplain: '此页面代替 Stripe 的发票，没有产生任何扣款。',
    pay: (amount: string) => `支付 ${amount}`,
    later: '银行转账（稍后到账）',
    decline: '模拟银行卡被拒',
    cancel: '不付款，返回',
    declined: '银行卡被拒，未产生任何扣款。',
    endedTitle: '此订单已结束',
    ended: '订单已付款，或本站已重新启动。不会再产生任何扣款。',
    back: '返回 Atelier',
  },
  de: {
    title: 'Simulierter Bezahlvorgang',
    explain: 'Diese Seite steht für Stripe. Es wird keine Karte verlangt und kein Geld bewegt.',
    payFor: 'Kauf',
    to: 'Für',
    total: 'Gesamt',
    tax: 'Steuer (20 %)',
    invoice: 'Beispielrechnung',
    invoiceExplain: 'Diese Seite steht für eine Rechnung von Stripe. Es wurde kein Geld bewegt.',
    pay: (amount: string) => `${amount} bezahlen`,
    later: 'Mit langsamer Überweisung bezahlen',
    decline: 'Karte ablehnen lassen',
    cancel: 'Zurück, ohne zu bezahlen',
    declined: 'Die Karte wurde abgelehnt. Sie haben nichts bezahlt.',
    endedTitle: 'Dieser Bezahlvorgang ist beendet',
    ended:
      'Er wurde bereits bezahlt, oder das Studio wurde inzwischen neu gestartet. Es wird nichts mehr berechnet.',
    back: 'Zurück zu Atelier',
  },
}

function textsIn(language: Language) {
  return words[language]
}

/** An amount of money for display. */
function formatMoney(amount: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
