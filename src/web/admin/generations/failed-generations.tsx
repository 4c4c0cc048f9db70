import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { RetriedFailedView } from '#core/generations/admin-generations-contract.ts'
import { type FailureCode, failureCodes } from '#core/generations/rules/failure.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { ActionButton } from '../action-dialog.tsx'
import { failedGenerationsQuery } from '../admin-query.ts'
import { QueryResult, Select } from '../admin-section.tsx'
import { GenerationTable } from './generation-table.tsx'

const hourMs = 3_600_000

/** Time spans to choose from, in hours. */
const timeSpans = [
  { hours: 1, text: m.admin_failed_hour },
  { hours: 24, text: m.admin_failed_day },
  { hours: 168, text: m.admin_failed_week },
] as const

/**
 * Generations that failed recently, by code, with a retry of all of them. The filter is in the
 * address.
 */
export function FailedGenerations() {
  const { path, query } = useLocation()
  const hours = timeSpans.find((span) => String(span.hours) === query.failed)?.hours ?? 24
  const code = failureCodes.find((one) => one === query.code)
  // The moment stays the same until the user changes the filter, so that "all" means the shown
  // ones.
  const [chosenAt, setChosenAt] = useState(Date.now)
  const since = new Date(chosenAt - hours * hourMs).toISOString()
  const found = useQuery(failedGenerationsQuery({ code, since }))
  const choose = (chosen: { failed?: string; code?: string | null }) => {
    if (chosen.failed) setChosenAt(Date.now())
    navigate(path, { query: { failed: String(hours), code: code ?? null, ...chosen } })
  }
  return (
    <div className="flex flex-col gap-6">
      <p>
        <Link to="/admin/generations" className="underline underline-offset-2">
          {m.admin_failed_open()}
        </Link>
      </p>
      <div className="flex flex-wrap items-end gap-4">
        <Select
          label={m.admin_failed_since()}
          value={String(hours)}
          onChange={(failed) => choose({ failed })}
          options={timeSpans.map((span) => ({ value: String(span.hours), text: span.text() }))}
        />
        <Select
          label={m.admin_failed_code()}
          value={code ?? ''}
          onChange={(chosen) => choose({ code: chosen || null })}
          options={[
            { value: '', text: m.admin_failed_any() },
            ...failureCodes.map((value) => ({ value, text: value })),
          ]}
        />
        <RetryAll since={since} code={code} />
      </div>
      <QueryResult query={found}>
        {({ data }): ReactNode =>
          data.length > 0 ? (
            <GenerationTable lines={data} />
          ) : (
            <p className="text-quiet">{m.admin_failed_none()}</p>
          )
        }
      </QueryResult>
    </div>
  )
}

function RetryAll({ since, code }: { since: string; code: FailureCode | undefined }) {
  return (
    <ActionButton
      act={{
        title: m.admin_retry_all(),
        text: m.admin_retry_all_text(),
        path: '/api/admin/generations/retry-failed',
        body: () => ({ since, ...(code && { code }) }),
        onDone: ({ retried, refused }: RetriedFailedView) => {
          const others = Object.values(refused).reduce((sum, count) => sum + count, 0)
          toast(
            m.admin_retry_all_done({
              retried: formatNumber(retried),
              refused: formatNumber(others),
            }),
          )
        },
      }}
    />
  )
}
