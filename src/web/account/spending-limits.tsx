import { type FormEvent, useState } from 'react'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { useSaveSettings } from '#web/lib/account.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { NumberBox, nearestNumber } from '#web/ui/controls/number-box.tsx'
import { ProgressBar } from '#web/ui/feedback/badge-and-progress.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { Section } from './account-layout.tsx'

/** The limits for a day and for one generation, and today's spending. */
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
  const [dayEnd] = useState(() => nextDay(Date.now()))
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
        {m.account_day_begins({ time: formatTime(dayEnd) })}
      </p>
    </div>
  )
}

type Limit = 'daily_cap' | 'job_ceiling'

/** What a limit may be, in credits (contract, `SpendingLimits`). */
const range = { min: 1, max: 1_000_000_000 }
const formattedRange = () => ({ min: formatNumber(range.min), max: formatNumber(range.max) })

const limitNames = ['daily_cap', 'job_ceiling'] as const

const limitTexts: Record<Limit, { label: () => string; hint: () => string }> = {
  daily_cap: { label: m.account_daily_cap, hint: m.account_daily_cap_hint },
  job_ceiling: { label: m.account_job_ceiling, hint: m.account_job_ceiling_hint },
}

/**
 * Both limits; an empty box is no limit. A change from elsewhere is shown until the user types
 * here.
 */
function LimitsForm({ limits }: Pick<AccountView, 'limits'>) {
  const [typed, setTyped] = useState<Partial<Record<Limit, number | null>>>({})
  const [problems, setProblems] = useState<Partial<Record<Limit, string>>>({})
  const [adjustments, setAdjustments] = useState<Partial<Record<Limit, string>>>({})
  const { mutate, isPending, isSuccess, error, reset } = useSaveSettings()
  const wanted = { daily_cap: limits.daily_cap, job_ceiling: limits.job_ceiling, ...typed }
  const isChanged =
    wanted.daily_cap !== limits.daily_cap || wanted.job_ceiling !== limits.job_ceiling

  const type = (limit: Limit, value: number | undefined) => {
    reset()
    setTyped({ ...typed, [limit]: value ?? null })
    setProblems({ ...problems, [limit]: undefined })
    setAdjustments({ ...adjustments, [limit]: undefined })
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const wrong = limitNames.filter((limit) => !isLimit(wanted[limit]))
    setProblems(Object.fromEntries(wrong.map((limit) => [limit, problemText(limit)])))
    if (wrong.length === 0 && isChanged && !isPending)
      mutate(typed, { onSuccess: () => setTyped({}) })
  }
  return (
    <form
      onSubmit={save}
      noValidate
      aria-label={m.account_limits()}
      className="flex flex-col gap-5"
    >
      {limitNames.map((limit) => (
        <Field
          key={limit}
          label={limitTexts[limit].label()}
          hint={<span role="status">{adjustments[limit] ?? limitTexts[limit].hint()}</span>}
          error={problems[limit]}
        >
          {(control) => (
            <NumberBox
              {...control}
              wide
              mayBeEmpty
              {...range}
              placeholder={m.account_no_limit()}
              value={wanted[limit] ?? undefined}
              onChange={(value) => type(limit, value)}
              onAdjust={(adjustment) => {
                const numbers = {
                  typed: String(adjustment.typed),
                  value: formatNumber(adjustment.value),
                }
                const text = m.field_adjusted({ ...formattedRange(), ...numbers })
                setAdjustments({ ...adjustments, [limit]: text })
              }}
            />
          )}
        </Field>
      ))}
      {error && (
        <Notice tone="bad" announce="now">
          {errorText(error)}
        </Notice>
      )}
      <div className="flex items-center gap-3">
        <Button type="submit" busy={isPending} aria-disabled={!isChanged || undefined}>
          {isPending ? m.account_saving() : m.account_save_limits()}
        </Button>
        <span role="status" className="text-small text-quiet">
          {isSuccess && !isChanged && m.account_limits_saved()}
        </span>
      </div>
    </form>
  )
}

const isLimit = (value: number | null) => value === null || nearestNumber(value, range) === value

function problemText(limit: Limit): string {
  return m.field_out_of_range({ field: limitTexts[limit].label(), ...formattedRange() })
}

const dayMs = 86_400_000

/**
 * When the next day begins for the daily limit: midnight in UTC
 * (docs/spec/money.md#limits-of-an-account). Both in ms.
 */
function nextDay(now: number): Date {
  return new Date((Math.floor(now / dayMs) + 1) * dayMs)
}
