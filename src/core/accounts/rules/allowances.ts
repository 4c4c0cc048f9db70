import type { Credits } from '#core/models/rules/model.ts'

export type AllowancePeriod = 'day' | 'week' | 'month'

/** Credits for each period; `is_cumulative`: unused ones stay beside the new ones. */
export type Allowance = { credits: Credits; period: AllowancePeriod; is_cumulative: boolean }

const periodsInMonth: Record<AllowancePeriod, number> = { day: 365 / 12, week: 365 / 84, month: 1 }

/**
 * The allowance of an account: of its own ones the one with the most credits over time, else the
 * default (`null`: none).
 */
export function chooseAllowance(
  own: readonly Allowance[],
  otherwise: Allowance | null,
): Allowance | null {
  const worth = ({ credits, period }: Allowance) => credits * periodsInMonth[period]
  return own.toSorted((one, other) => worth(other) - worth(one))[0] ?? otherwise
}

const dayMs = 86_400_000

/** The first day of the next period (UTC), in days since 1970; weeks begin on Monday. */
export function nextRenewal(period: AllowancePeriod, today: number): number {
  if (period === 'day') return today + 1
  // 1970 began on a Thursday.
  if (period === 'week') return today + 7 - ((today + 3) % 7)
  const date = new Date(today * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / dayMs
}
