import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LedgerCheckView } from '#core/admin/studio-contract.ts'
import { fetchJson } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatDateTime, formatNumber, formatTook } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { ledgerChecksQuery } from './admin-query.ts'
import { QueryResult, Section } from './admin-section.tsx'
import { Table } from './table.tsx'

/** How often a running verification is polled, in ms. */
const pollIntervalMs = 1_000

/** The result of the last verification, and a button to start another. */
export function LedgerChecks() {
  const client = useQueryClient()
  /** The newest verification when another was requested. */
  const [before, setBefore] = useState<number | null>(null)
  const query = useQuery({
    ...ledgerChecksQuery,
    refetchInterval: ({ state }) =>
      isAwaited(before, state.data?.checks) ? pollIntervalMs : false,
  })
  const isRunning = isAwaited(before, query.data?.checks)
  const verify = useMutation({
    mutationFn: () => fetchJson('POST', '/api/admin/ledger/verify', { body: {} }),
    onSuccess: () => {
      setBefore(query.data?.checks[0]?.id ?? 0)
      void client.invalidateQueries({ queryKey: ledgerChecksQuery.queryKey })
    },
    onError: (error) => toast(errorText(error, m.admin_no_answer()), { tone: 'bad' }),
  })
  const button = (
    <Button size="small" busy={isRunning || verify.isPending} onClick={() => verify.mutate()}>
      {isRunning ? m.admin_ledger_verifying() : m.admin_ledger_verify()}
    </Button>
  )
  return (
    <Section title={m.admin_ledger()} aside={button}>
      <QueryResult query={query}>
        {({ checks: [last, ...earlier] }) => (
          <>
            <LastCheck check={last} />
            {earlier.length > 0 && <EarlierChecks checks={earlier} />}
          </>
        )}
      </QueryResult>
    </Section>
  )
}

function isAwaited(before: number | null, checks: LedgerCheckView[] | undefined): boolean {
  return before !== null && (checks?.[0]?.id ?? 0) <= before
}

function LastCheck({ check }: { check: LedgerCheckView | undefined }) {
  if (!check) return <p className="text-quiet">{m.admin_ledger_never()}</p>
  const { accounts, faults, found, finished_at } = check
  const title =
    faults === 0 ? m.admin_ledger_right() : m.admin_ledger_wrong({ count: formatNumber(faults) })
  const facts = {
    count: accounts,
    accounts: formatNumber(accounts),
    when: formatDateTime(finished_at),
    time: durationText(check),
    who: initiatorText(check),
  }
  return (
    <Notice tone={faults === 0 ? 'good' : 'bad'} title={title} announce="politely">
      {m.admin_ledger_last(facts)}
      {found.length > 0 && (
        <pre className="mt-2 max-h-60 overflow-auto text-small whitespace-pre-wrap">
          {found.map((fault) => JSON.stringify(fault)).join('\n')}
        </pre>
      )}
    </Notice>
  )
}

function EarlierChecks({ checks }: { checks: LedgerCheckView[] }) {
  const columns = [
    { name: m.admin_when() },
    { name: m.admin_who() },
    { name: m.admin_faults(), isNumber: true },
  ]
  const rows = checks.map((check) => ({
    key: check.id,
    cells: [formatDateTime(check.finished_at), initiatorText(check), formatNumber(check.faults)],
  }))
  return (
    <details>
      <summary className="min-h-6 w-fit cursor-pointer rounded-control text-small text-quiet">
        {m.admin_ledger_before()}
      </summary>
      <Table label={m.admin_ledger_before()} columns={columns} rows={rows} />
    </details>
  )
}

const durationText = (check: LedgerCheckView) =>
  formatTook(Date.parse(check.finished_at) - Date.parse(check.started_at))
const initiatorText = (check: LedgerCheckView) =>
  check.asked_by === 'daily' ? m.admin_ledger_daily() : check.asked_by
