import { type Letterhead, type MailText, mailSubject } from '#core/mail/contract.ts'
import { fill, loadMessages } from '#core/texts/messages/messages.ts'
import { type Language, languageFacts, pathIn } from '#platform/languages/languages.ts'
import type englishErrors from './messages/errors.en.json'
import type english from './messages/texts.en.json'

declare module '#core/mail/rules.ts' {
  interface FeatureMails {
    receipt: Purchase
    payment_failed: Purchase
    payment_disputed: Purchase
  }
}

/** `amount` in the currency's smallest unit. */
type Purchase = { paymentId: string; credits: number; amount: number; currency: string }

export type PaymentNews = 'receipt' | 'payment_failed' | 'payment_disputed'

const messages = await loadMessages<typeof english>(
  (language) => import(`./messages/texts.${language}.json`, { with: { type: 'json' } }),
)

/** The texts of its error codes. */
export const errorTexts = await loadMessages<typeof englishErrors>(
  (language) => import(`./messages/errors.${language}.json`, { with: { type: 'json' } }),
)

/** Writes the mail to a buyer about a payment. `at`: when its cause was. */
export function writePaymentMail(
  about: PaymentNews,
  { paymentId, credits, amount, currency }: Purchase,
  { language, url, at }: Letterhead,
): MailText {
  const texts = messages[language]
  const { tag } = languageFacts[language]
  const values = {
    credits: credits.toLocaleString(tag),
    amount: moneyText({ amount, currency }, tag),
  }
  const date = at.toISOString().slice(0, 16).replace('T', ' ')
  return {
    subject: mailSubject(fill(texts[`${about}_subject`], values)),
    paragraphs: [
      fill(texts[`${about}_body`], values),
      fill(texts.payment_reference, { payment: paymentId, date: `${date} UTC` }),
      fill(texts.link_credits, { url: url + pathIn('/account/credits', language) }),
    ],
  }
}

/** An amount in the currency's smallest unit, in the reader's form. */
function moneyText({ amount, currency }: { amount: number; currency: string }, tag: string) {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/** The text on the payment provider's page and bill. */
export function purchaseText(credits: number, language: Language): string {
  const { tag } = languageFacts[language]
  return fill(messages[language].purchase, { credits: credits.toLocaleString(tag) })
}
