import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { Download } from '#web/ui/icons/form-icons.ts'
import { Section } from './account-layout.tsx'

const exportAddress = '/api/account/export'

/** The outcome of a press on the button. */
type ExportOutcome = { result: 'asking' | 'begun' | 'running' } | { result: 'failed'; error: Error }

/**
 * All data of the account as one zip, saved by the browser's own download: it supports any size,
 * shows the progress, and continues when the user leaves the page.
 */
export function DataExport() {
  const [outcome, setOutcome] = useState<ExportOutcome>()
  const { data: size, refetch } = useQuery({
    queryKey: ['export-size'],
    queryFn: ({ signal }) => request('GET', `${exportAddress}/size`, { signal }),
    retry: retryUnlessRefused,
  })

  // Checked first, because the browser would otherwise save an error as a file.
  const begin = async () => {
    setOutcome({ result: 'asking' })
    const { data, error } = await refetch()
    if (error) return setOutcome({ result: 'failed', error })
    if (data?.is_running) return setOutcome({ result: 'running' })
    save()
    setOutcome({ result: 'begun' })
  }
  return (
    <Section title={m.account_export()} hint={m.account_export_hint()}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={Download} busy={outcome?.result === 'asking'} onClick={() => void begin()}>
          {m.account_export_begin()}
        </Button>
        {size && size.files > 0 && (
          <span className="text-small text-quiet tabular-nums">
            {m.account_export_size({
              count: size.files,
              files: formatNumber(size.files),
              size: formatBytes(size.bytes),
            })}
          </span>
        )}
      </div>
      <div className="mt-3 max-w-md empty:hidden">
        {outcome && <ExportStatus outcome={outcome} />}
      </div>
    </Section>
  )
}

function ExportStatus({ outcome }: { outcome: ExportOutcome }) {
  switch (outcome.result) {
    case 'asking':
      return null
    case 'begun':
      return <Notice announce="politely">{m.account_export_begun()}</Notice>
    case 'running':
      return (
        <Notice tone="warn" announce="now">
          {m.account_export_running()}
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="bad" title={m.account_export_failed()} announce="now">
          {errorText(outcome.error, m.account_no_line())}
        </Notice>
      )
  }
}

function save(): void {
  const link = document.createElement('a')
  link.href = exportAddress
  link.download = ''
  link.click()
}
