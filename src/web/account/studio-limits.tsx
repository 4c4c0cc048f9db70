import { useQuery } from '@tanstack/react-query'
import type { AccountLimitsView } from '#core/accounts/contract/account.ts'
import { limitsQuery } from '#web/lib/account.ts'
import { formatBytes, formatDateTime, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { allowanceText } from '#web/shared/texts.ts'
import { Section } from './account-layout.tsx'

/** The limits of the account's groups and its allowance; nothing where there are none. */
export function StudioLimits() {
  const { data } = useQuery(limitsQuery)
  const lines = data ? limitLines(data) : []
  if (lines.length === 0) return null
  return (
    <Section title={m.account_studio_limits()} hint={m.account_studio_limits_hint()}>
      <dl className="flex max-w-md flex-col gap-1.5">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-6">
            <dt className="text-quiet">{name}</dt>
            <dd className="text-right tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function limitLines(limits: AccountLimitsView): [name: string, value: string][] {
  const { groups, models, allowance, storage } = limits
  const lines: [string, string][] = []
  if (groups.length > 0) lines.push([m.account_studio_groups(), groups.join(', ')])
  if (allowance) {
    lines.push([m.account_studio_allowance(), allowanceText(allowance)])
    lines.push([m.account_studio_renews(), formatDateTime(allowance.renews_at)])
  }
  if (models) lines.push([m.account_studio_models(), models.join(', ')])
  for (const [name, value] of [
    [m.account_studio_cap(), limits.daily_cap],
    [m.account_studio_ceiling(), limits.job_ceiling],
    [m.account_studio_rate(), limits.creates_per_minute],
    [m.account_studio_retention(), limits.retention_days],
  ] as const)
    if (value !== null) lines.push([name, formatNumber(value)])
  if (storage) {
    const of = { used: formatBytes(storage.used), max: formatBytes(storage.max) }
    lines.push([m.account_studio_storage(), m.account_studio_storage_of(of)])
  }
  return lines
}
