import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminKey } from '#web/admin/admin-query.ts'
import { usePermissions } from '#web/admin/use-permission.ts'
import { fetchJson } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { RotateCw } from '#web/ui/icons/basic-icons.ts'
import type { ListView } from '../contract.ts'

/** How old the saved list of each provider is, and a button that reads them again. */
export function Lists({ lists }: { lists: readonly ListView[] }) {
  const may = usePermissions()
  const isReading = lists.some(({ is_due }) => is_due)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <ul className="flex min-w-0 flex-col gap-1 text-small text-quiet">
          {lists.map((list) => (
            <li key={list.provider} className="wrap-anywhere">
              {listText(list)}
            </li>
          ))}
        </ul>
        {may('models.change') && <Refresh isReading={isReading} />}
      </div>
      <p role="status" className="text-small text-quiet empty:hidden">
        {isReading && m.admin_library_refreshing()}
      </p>
      {lists.map((list) => (
        <Problem key={list.provider} list={list} />
      ))}
    </div>
  )
}

function listText({ provider, fetched_at, endpoints, refused, has_more }: ListView): string {
  if (fetched_at === null) return m.admin_library_list_never({ provider })
  const [count, date] = [formatNumber(endpoints), formatDateTime(fetched_at)]
  return [
    m.admin_library_list({ provider, count, date }),
    ...(refused > 0 ? [m.admin_library_refused({ count: formatNumber(refused) })] : []),
    ...(has_more ? [m.admin_library_has_more()] : []),
  ].join(' · ')
}

function Problem({ list }: { list: ListView }) {
  const { provider, problem, failed_at, fetched_at } = list
  if (problem === null || failed_at === null) return null
  const title = m.admin_library_problem({ provider, date: formatDateTime(failed_at) })
  return (
    <Notice tone="warn" title={title}>
      {problem}
      {fetched_at !== null && <p>{m.admin_library_saved()}</p>}
    </Notice>
  )
}

function Refresh({ isReading }: { isReading: boolean }) {
  const client = useQueryClient()
  const refresh = useMutation({
    mutationFn: () => fetchJson('POST', '/api/admin/model-library/refresh', { body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...adminKey, 'model-library'] }),
  })
  return (
    <div className="flex flex-col items-end gap-2">
      <Button
        icon={RotateCw}
        busy={refresh.isPending || isReading}
        onClick={() => refresh.mutate()}
      >
        {m.admin_library_refresh()}
      </Button>
      {refresh.error && (
        <Notice tone="bad" announce="now">
          {errorText(refresh.error, m.admin_no_answer())}
        </Notice>
      )}
    </div>
  )
}
