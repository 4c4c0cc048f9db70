import { currentTag } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { amountOf, type CostUnit } from '../cost-rules.ts'

/** Money in millionths; `decimals`: more than the currency has, for prices of a unit. */
export function formatMicros(micros: number, currency: string, decimals?: number): string {
  const format = new Intl.NumberFormat(currentTag(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(decimals !== undefined && { maximumFractionDigits: decimals }),
  })
  return format.format(amountOf(micros))
}

export const unitTexts: Readonly<Record<CostUnit, () => string>> = {
  job: m.admin_cost_unit_job,
  image: m.admin_cost_unit_image,
  second: m.admin_cost_unit_second,
  minute: m.admin_cost_unit_minute,
  megapixel: m.admin_cost_unit_megapixel,
  thousand_characters: m.admin_cost_unit_characters,
  compute_second: m.admin_cost_unit_compute,
}
