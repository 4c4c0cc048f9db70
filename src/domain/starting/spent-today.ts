const day = 86_400_000

/** The day (UTC) that spending counts for: days since 1970. `now` in ms. */
export function spendingDay(now: number): number {
  return Math.floor(now / day)
}

/**
 * Credits an account has spent today, less refunds; a new day (UTC) begins at none. `now` in ms.
 */
export function spentToday(account: { spent: number; spent_day: number }, now: number): number {
  return account.spent_day === spendingDay(now) ? account.spent : 0
}
