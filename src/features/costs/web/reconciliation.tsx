import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Section } from '#web/admin/admin-section.tsx'
import { Table } from '#web/admin/table.tsx'
import { fetchJson } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import type { CostPricesView, Differences, ReconciliationView } from '../contract.ts'
import { formatMicros } from './cost-formats.ts'
import { FileField } from './file-field.tsx'

/** Compares a provider's usage export with what was recorded. */
export function Reconciliation({ view: { budgets } }: { view: CostPricesView }) {
  const [file, setFile] = useState('')
  const comparing = useMutation({
    mutationFn: async (provider: string) =>
      (await fetchJson('POST', '/api/admin/costs/reconcile', {
        body: { provider, file },
      })) as ReconciliationView,
  })
  return (
    <Section title={m.admin_cost_reconcile()}>
      <p className="max-w-prose text-quiet">{m.admin_cost_reconcile_text()}</p>
      <form
        className="flex flex-wrap items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const provider = new FormData(event.currentTarget).get('provider')
          if (file !== '') comparing.mutate(String(provider ?? '').trim())
        }}
      >
        <Field label={m.admin_cost_provider()}>
          {(control) => (
            <Input
              {...control}
              name="provider"
              defaultValue={budgets[0]?.provider ?? 'fal'}
              autoComplete="off"
            />
          )}
        </Field>
        <FileField label={m.admin_cost_usage()} hint={m.admin_cost_usage_hint()} onFile={setFile} />
        <div className="pt-6.5">
          <Button type="submit" busy={comparing.isPending} aria-disabled={file === '' || undefined}>
            {m.admin_cost_compare()}
          </Button>
        </div>
      </form>
      {comparing.error && (
        <Notice tone="bad" announce="now">
          {errorText(comparing.error, m.admin_no_answer())}
        </Notice>
      )}
      {comparing.data && <Compared found={comparing.data} />}
    </Section>
  )
}

function Compared({ found }: { found: ReconciliationView }) {
  const { billed, recorded, currency, from, to } = found
  const money = (micros: number) => formatMicros(micros, currency, 6)
  return (
    <div className="flex flex-col gap-4" role="status">
      <p>
        {m.admin_cost_compared({
          ...{ jobs: formatNumber(billed.jobs), billed: money(billed.micros) },
          ...{ known: formatNumber(recorded.jobs), recorded: money(recorded.micros) },
        })}{' '}
        {from && to && m.admin_cost_compared_days({ from, to })}
      </p>
      <DifferenceList title={m.admin_cost_not_known()} found={found.unknown} money={money} />
      <DifferenceList title={m.admin_cost_not_billed()} found={found.not_billed} money={money} />
      <DifferenceList title={m.admin_cost_different()} found={found.different} money={money} />
    </div>
  )
}

type DifferenceListProps = {
  title: string
  found: Differences
  money: (micros: number) => string
}

function DifferenceList({ title, found: { count, micros, list }, money }: DifferenceListProps) {
  const columns = [
    { name: m.admin_cost_request() },
    { name: m.admin_cost_endpoint() },
    { name: m.admin_cost_billed(), isNumber: true },
    { name: m.admin_cost_recorded(), isNumber: true },
  ]
  const rows = list.map(({ request_id, endpoint, billed, recorded }) => ({
    key: request_id,
    cells: [
      request_id,
      endpoint,
      billed === null ? '–' : money(billed),
      recorded === null ? '–' : money(recorded),
    ],
  }))
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium">
        {title}: {formatNumber(count)} ({money(micros)})
      </h3>
      {list.length > 0 && <Table label={title} columns={columns} rows={rows} />}
      {count > list.length && <p className="text-small text-quiet">{m.admin_cost_largest()}</p>}
    </div>
  )
}
