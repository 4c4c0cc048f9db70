import type { UsageUnit, Used } from '#core/models/rules/metering.ts'
import type { Price } from '#core/models/rules/price.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'

/** The amount of a price as a button says it: “120”, or “at most 120” where less may be paid. */
export function formatPrice({ credits, isMost }: Pick<Price, 'credits' | 'isMost'>): string {
  const amount = formatNumber(credits)
  return isMost ? m.price_at_most({ amount }) : amount
}

const units: Record<UsageUnit, (words: { count: number; amount: string }) => string> = {
  tokens: m.usage_tokens,
  seconds: m.usage_seconds,
  units: m.usage_units,
}

/** What a job used: “12,345 tokens”. */
export function formatUsed({ unit, amount }: Used): string {
  return units[unit]({ count: amount, amount: formatNumber(amount) })
}
