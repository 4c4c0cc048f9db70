import type { PaymentMessage } from './payment-message.ts'

/** A payment as we asked for it. */
export type Asked = {
  id: string
  account_id: string
  pack: string
  credits: number
  amount: number
  currency: string
  checkout_id: string | null
}

/**
 * In what a message differs from the payment we asked for, in words for the operator; `null`: in
 * nothing. Of a checkout everything must be as it was asked for, of a refund or dispute the
 * currency.
 */
export function differenceOf(asked: Asked, message: PaymentMessage): string | null {
  const pairs =
    message.about === 'checkout' ? checkoutPairs(asked, message) : currencyPair(asked, message)
  const differing = pairs.filter(([, ours, theirs]) => ours !== theirs)
  if (differing.length === 0) return null
  return differing.map(([name, ours, theirs]) => `${name}: ours ${ours}, told ${theirs}`).join('; ')
}

/** The largest amount and number of credits that a record holds. */
const maxNumber = 2 ** 31 - 1

/**
 * What makes a message unbelievable, whatever payment it is about, in words for the operator;
 * `null`: nothing.
 */
export function problemOfMessage(message: PaymentMessage): string | null {
  const { amount, currency } = message.about === 'checkout' ? message.bought : message
  if (!Number.isInteger(amount) || amount < 0 || amount > maxNumber)
    return `the amount is ${amount}`
  return /^[a-z]{3}$/.test(currency) ? null : `the currency is ${JSON.stringify(currency)}`
}

type Pair = [name: string, ours: string | number, theirs: string | number]

function checkoutPairs(
  asked: Asked,
  { checkoutId, bought }: PaymentMessage & { about: 'checkout' },
): Pair[] {
  return [
    ['amount', asked.amount, bought.amount],
    ['currency', asked.currency, bought.currency],
    ['pack', asked.pack, bought.pack],
    ['credits', asked.credits, bought.credits],
    ['account', asked.account_id, bought.accountId],
    ['checkout', asked.checkout_id ?? checkoutId, checkoutId],
  ]
}

function currencyPair(asked: Asked, { currency }: { currency: string }): Pair[] {
  return [['currency', asked.currency, currency]]
}
