const day = 86_400_000

/**
 * When the next day begins for the daily cap: midnight in UTC
 * (docs/spec/money.md#limits-of-an-account). Both in ms.
 */
export function nextDay(now: number): Date {
  return new Date((Math.floor(now / day) + 1) * day)
}
