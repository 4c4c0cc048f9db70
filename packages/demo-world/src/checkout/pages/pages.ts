import { html } from 'hono/html'
import { createFrame } from '../../frame/frame.ts'
import type { Reader } from '../../frame/reader.ts'
import type { DemoSession } from '../till/session.ts'
import { checkoutStyle } from './style.ts'
import { formatMoney, wordsIn } from './words.ts'

export const frame = createFrame(checkoutStyle)

/** The page that stands in for the payment provider's: what is bought, and how it shall end. */
export function checkoutPage(session: DemoSession, { theme }: Reader, { isDeclined = false } = {}) {
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
  return frame.page({ reader: { language, theme }, title: words.title, content })
}

/** What somebody sees whose checkout is over. */
export function endedPage(reader: Reader) {
  const words = wordsIn(reader.language)
  const content = html`<h1>${words.endedTitle}</h1>
    <p class="explain">${words.ended}</p>
    <a class="button primary" href="/pricing">${words.back}</a>`
  return frame.page({ reader, title: words.endedTitle, content })
}
