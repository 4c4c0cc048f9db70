import { currentTag } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { PriceView } from '../contract.ts'

/** The price of one unit, in the provider's own word for it: “$0.025 / images”. */
export function priceText({ amount, unit, currency }: PriceView): string {
  const format = new Intl.NumberFormat(currentTag(), {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    maximumFractionDigits: 6,
  })
  return m.admin_library_price_of({ price: format.format(amount), unit })
}
