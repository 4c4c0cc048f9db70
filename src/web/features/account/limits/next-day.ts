const day = 86_400_000

/** When the next day begins for the daily cap: midnight in UTC (specification: accounts, `SpendingLimits`). Both in ms. */
export function nextDay(now: number): Date {
  return new Date((Math.floor(now / day) + 1) * day)
}
