import type { AccountView } from '#contract/account.ts'
import { type Starter, spendingDay } from '#domain/start-generation.ts'

/**
 * An account as the rules for starting see it. `seenAt`: when the server told so, in ms; what was
 * spent on an earlier day (UTC) no longer counts.
 */
export function starterOf(
  account: AccountView,
  { seenAt, now }: { seenAt: number; now: number },
): Starter {
  const { credits, has_ever_paid, is_suspended, limits } = account
  return {
    credits: credits.left_credits,
    hasPaid: has_ever_paid,
    isSuspended: is_suspended,
    jobCeiling: limits.job_ceiling,
    dailyCap: limits.daily_cap,
    spentToday: spendingDay(seenAt) < spendingDay(now) ? 0 : limits.spent_today,
  }
}
