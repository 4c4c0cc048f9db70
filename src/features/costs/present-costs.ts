import type { Cell } from '#core/http/csv.ts'
import type { MarginsView } from './contract.ts'
import { amountOf } from './cost-rules.ts'

/** The lines of the file of margins; amounts in the currency. */
export function marginLines({ by, currency, lines }: MarginsView): Cell[][] {
  const unit = currency.toLowerCase()
  const head = [
    by,
    'credits',
    `revenue_${unit}`,
    `cost_${unit}`,
    `margin_${unit}`,
    'jobs',
    'unknown_jobs',
  ]
  const amount = (micros: number | null) => (micros === null ? null : amountOf(micros))
  return [
    head,
    ...lines.map(({ name, credits, revenue, cost, margin, jobs, unknown_jobs }) => [
      ...[name, credits, amount(revenue), amount(cost), amount(margin), jobs, unknown_jobs],
    ]),
  ]
}
