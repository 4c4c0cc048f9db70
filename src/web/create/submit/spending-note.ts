import type { AccountView } from '#core/accounts/contract/account.ts'
import {
  decideStart,
  type StartRefusal,
  spendingDay,
} from '#core/generations/rules/start-generation.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { starterOf } from '#web/shared/start/start-generation.ts'

/** A sentence about limits, before the button is pressed, with a link to change them. */
type SpendingNote = {
  tone: 'bad' | 'warn' | 'plain'
  text: string
  link?: { to: string; label: string }
}

/** Nothing is shown when the credits are enough for this many more. */
const minRemainingStarts = 3

const dayMs = 86_400_000

type Facts = {
  account: AccountView
  /** Nothing is sold: credits are an allowance. */
  isFree?: boolean /** In credits. */
  price: number /** In ms. */
  seenAt: number
  now: number
}

/**
 * Why a start would be rejected now, by the same rule as the server's; otherwise how many more the
 * credits and the day's limit allow, when that is few.
 */
export function spendingNote({
  account,
  isFree = false,
  price,
  seenAt,
  now,
}: Facts): SpendingNote | undefined {
  const starter = starterOf(account, { seenAt, now })
  const decision = decideStart({ problems: [], account: starter, price })
  if (!decision.allowed) return refusalNote(decision.refusal, { account, isFree, now })

  const { credits, dailyCap, spentToday } = starter
  const leftToday = dailyCap === null ? Number.POSITIVE_INFINITY : dailyCap - spentToday
  if (Math.min(credits, leftToday) >= price * minRemainingStarts) return undefined
  if (leftToday < credits)
    return { tone: 'plain', text: todayText(leftToday, now), link: toLimits() }
  const count = Math.floor(credits / price)
  return {
    tone: 'warn',
    text: m.limits_enough_for({ count, shown: formatNumber(count) }),
    link: toCredits(isFree),
  }
}

function refusalNote(
  refusal: StartRefusal,
  { account: { owed }, isFree, now }: { account: AccountView; isFree: boolean; now: number },
): SpendingNote | undefined {
  switch (refusal.reason) {
    case 'account_suspended':
      return { tone: 'bad', text: m.limits_suspended() }
    case 'insufficient_credits':
      return owed > 0 ? owedNote(owed) : missingNote(refusal.required - refusal.current, isFree)
    case 'never_paid':
      return { tone: 'warn', text: m.limits_never_paid(), link: toCredits(false) }
    case 'job_ceiling':
      return {
        tone: 'warn',
        text: m.limits_ceiling({ max: formatNumber(refusal.max) }),
        link: toLimits(),
      }
    case 'daily_cap':
      return { tone: 'warn', text: todayText(refusal.max - refusal.current, now), link: toLimits() }
    default:
      return undefined
  }
}

function missingNote(missing: number, isFree: boolean): SpendingNote {
  return {
    tone: 'warn',
    text: m.create_balance_missing({ count: missing, amount: formatNumber(missing) }),
    link: toCredits(isFree),
  }
}

function owedNote(owed: number): SpendingNote {
  return {
    tone: 'bad',
    text: m.limits_owed({ count: owed, shown: formatNumber(owed) }),
    link: { to: '/account/credits', label: m.limits_why() },
  }
}

/** The rest of the day's limit, and when the next day (UTC) begins in the reader's time zone. */
function todayText(left: number, now: number): string {
  const count = Math.max(0, left)
  const time = formatTime(new Date((spendingDay(now) + 1) * dayMs))
  return m.limits_left_today({ count, shown: formatNumber(count), time })
}

const toCredits = (isFree: boolean) => ({
  to: '/pricing',
  label: isFree ? m.limits_allowance() : m.limits_buy(),
})
const toLimits = () => ({ to: '/account', label: m.limits_change() })
