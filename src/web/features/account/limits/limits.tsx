import type { AccountView } from '#contract/account.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Section } from '../section.tsx'
import { LimitsForm } from './limits-form.tsx'
import { nextDay } from './next-day.ts'

/** What may be spent in a day and on one job, and what was spent today. */
export function Limits({ account: { limits } }: { account: AccountView }) {
  return (
    <Section title={m.account_limits()} hint={m.account_limits_hint()}>
      <div className="flex max-w-md flex-col gap-6">
        <SpentToday limits={limits} />
        <LimitsForm limits={limits} />
      </div>
    </Section>
  )
}

function SpentToday({ limits: { spent_today, daily_cap } }: Pick<AccountView, 'limits'>) {
  const spent = formatNumber(spent_today)
  const isUsedUp = daily_cap !== null && spent_today >= daily_cap
  return (
    <div className="flex flex-col gap-2">
      <p className="tabular-nums">
        {daily_cap === null
          ? m.account_spent_today({ count: spent_today, spent })
          : m.account_spent_of({ spent, cap: formatNumber(daily_cap) })}
      </p>
      {daily_cap !== null && (
        <ProgressBar
          label={m.account_spent_label()}
          percent={Math.min(100, (spent_today / daily_cap) * 100)}
        />
      )}
      <p className="text-small text-quiet">
        {isUsedUp && <strong className="font-medium text-warn">{m.account_cap_reached()} </strong>}
        {m.account_day_begins({ time: formatTime(nextDay(Date.now())) })}
      </p>
    </div>
  )
}
