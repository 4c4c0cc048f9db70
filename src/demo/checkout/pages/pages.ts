import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { DemoSession } from '../till/session.ts'
import { style } from './style.ts'
import { formatMoney, type Words, wordsIn } from './words.ts'

export type Theme = 'dark' | 'light' | 'system'

const styleHash = createHash('sha256').update(style).digest('base64')

/** What a checkout page may do: its own style, its own form, and the way back that follows it. */
export function policyFor(origins: string[]): string {
  const forms = [...new Set(["'self'", ...origins])].join(' ')
  const own = [`default-src 'none'`, `style-src 'sha256-${styleHash}'`, `form-action ${forms}`]
  return [...own, `base-uri 'none'`, `frame-ancestors 'none'`].join('; ')
}

/** The page that stands in for the payment provider's: what is bought, and how it shall end. */
export function checkoutPage(session: DemoSession, theme: Theme, { isDeclined = false } = {}) {
  const { amount, currency, description, email, language } = session
  const words = wordsIn(language)
  const money = formatMoney(amount, currency, language)
  const content = html`<h1>${words.title}</h1>
    <p class="explain">${words.explain}</p>
    <dl>
      <div><dt>${words.payFor}</dt><dd>${description}</dd></div>
      ${email ? html`<div><dt>${words.to}</dt><dd>${email}</dd></div>` : ''}
      <div class="total"><dt>${words.total}</dt><dd>${money}</dd></div>
    </dl>
    ${isDeclined ? html`<p role="alert">${words.declined}</p>` : ''}
    <form method="post">
      <button class="primary" name="act" value="pay">${words.pay(money)}</button>
      <button name="act" value="later">${words.later}</button>
      <button name="act" value="decline">${words.decline}</button>
      <button class="plain" name="act" value="cancel">${words.cancel}</button>
    </form>`
  return page(words, words.title, { content, theme })
}

/** What somebody sees whose checkout is over. */
export function endedPage(language: 'en' | 'zh', theme: Theme) {
  const words = wordsIn(language)
  const content = html`<h1>${words.endedTitle}</h1>
    <p class="explain">${words.ended}</p>
    <a class="button primary" href="/pricing">${words.back}</a>`
  return page(words, words.endedTitle, { content, theme })
}

function page(words: Words, title: string, { content, theme }: { content: unknown; theme: Theme }) {
  return html`<!doctype html>
<html lang="${words.language}" data-theme="${theme}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Atelier</title>
    <style>${raw(style)}</style>
  </head>
  <body>
    <main>
      <header>
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
          <path d="M8.5 24 16 7.5 23.5 24" />
          <circle cx="16" cy="19.6" r="2.7" />
        </svg>
        <span class="demo">${words.mark}</span>
      </header>
      ${content}
    </main>
  </body>
</html>`
}
