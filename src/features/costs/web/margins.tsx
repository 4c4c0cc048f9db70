import { useQuery } from '@tanstack/react-query'
import { QueryResult, Section } from '#web/admin/admin-section.tsx'
import { Table } from '#web/admin/table.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, FieldLabel, Input } from '#web/ui/controls/field.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import type { MarginsView } from '../contract.ts'
import { type MarginTable, marginTables } from '../cost-rules.ts'
import { formatMicros } from './cost-formats.ts'
import { marginsQuery } from './costs-query.ts'

const keyTexts = {
  model: m.admin_model,
  day: m.admin_cost_day,
  account: m.admin_cost_account,
}

/** Charges less refunds, what they are worth, and what the jobs cost; which days is in the address. */
export function Margins() {
  const { path, query } = useLocation()
  const by = marginTables.find((one) => one === query.by) ?? 'model'
  const { from, to } = query
  const found = useQuery(marginsQuery({ by, from, to }))
  const choose = (chosen: Record<string, string | null>) =>
    navigate(path, { query: { ...query, ...chosen } })
  const title = m.admin_cost_margins()
  return (
    <Section title={title} aside={found.data && <MarginsFile view={found.data} title={title} />}>
      <SpanChoice
        by={by}
        from={from ?? found.data?.from}
        to={to ?? found.data?.to}
        onChoose={choose}
      />
      <QueryResult query={found}>{(view) => <MarginsTable view={view} />}</QueryResult>
    </Section>
  )
}

type SpanChoiceProps = {
  by: MarginTable
  from: string | undefined
  to: string | undefined
  onChoose: (chosen: Record<string, string | null>) => void
}

function SpanChoice({ by, from, to, onChoose }: SpanChoiceProps) {
  const days = [
    { name: 'from', label: m.admin_cost_from(), value: from },
    { name: 'to', label: m.admin_cost_to(), value: to },
  ]
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div className="flex flex-col gap-1.5 max-md:w-full">
        <FieldLabel>{m.admin_cost_by()}</FieldLabel>
        <Segmented
          label={m.admin_cost_by()}
          value={by}
          onChange={(value) => onChoose({ by: value })}
          options={marginTables.map((value) => ({ value, label: keyTexts[value]() }))}
        />
      </div>
      {days.map(({ name, label, value }) => (
        <div key={name} className="max-md:flex-1">
          <Field label={label}>
            {(control) => (
              <Input
                {...control}
                key={value ?? ''}
                type="date"
                defaultValue={value ?? ''}
                onBlur={(event) => {
                  if (event.target.value !== (value ?? ''))
                    onChoose({ [name]: event.target.value || null })
                }}
              />
            )}
          </Field>
        </div>
      ))}
      <p className="text-small text-quiet md:pb-2.5">{m.admin_cost_utc()}</p>
    </div>
  )
}

function MarginsTable({ view }: { view: MarginsView }) {
  const { by, lines, total, currency } = view
  const money = (micros: number | null) => (micros === null ? '–' : formatMicros(micros, currency))
  const columns = [
    { name: keyTexts[by]() },
    { name: m.admin_credits(), isNumber: true },
    { name: m.admin_cost_revenue(), isNumber: true },
    { name: m.admin_cost_cost(), isNumber: true },
    { name: m.admin_cost_margin(), isNumber: true },
    { name: m.admin_cost_jobs(), isNumber: true },
    { name: m.admin_cost_unknown(), isNumber: true },
  ]
  const cells = (line: MarginsView['total']) => [
    formatNumber(line.credits),
    money(line.revenue),
    money(line.cost),
    money(line.margin),
    formatNumber(line.jobs),
    formatNumber(line.unknown_jobs),
  ]
  const rows = [
    ...lines.map((line) => ({
      key: line.key,
      cells: [line.name || m.admin_cost_deleted(), ...cells(line)],
    })),
    { key: 'total', cells: [<strong key="total">{m.admin_cost_total()}</strong>, ...cells(total)] },
  ]
  return (
    <>
      {view.is_incomplete && <Notice>{m.admin_cost_incomplete()}</Notice>}
      {total.revenue === null && <Notice>{m.admin_cost_no_value()}</Notice>}
      {total.unknown_jobs > 0 && (
        <Notice>{m.admin_cost_unknown_text({ count: formatNumber(total.unknown_jobs) })}</Notice>
      )}
      <Table label={m.admin_cost_margins()} columns={columns} rows={rows} />
      {view.has_more && <p className="text-small text-quiet">{m.admin_cost_more()}</p>}
    </>
  )
}

function MarginsFile({ view: { by, from, to }, title }: { view: MarginsView; title: string }) {
  return (
    <a
      href={`/api/admin/costs/margins/${by}.csv?${new URLSearchParams({ from, to })}`}
      download
      aria-label={m.admin_csv_of({ name: title })}
      className="inline-flex min-h-6 items-center text-small underline underline-offset-2 pointer-coarse:min-h-11"
    >
      {m.admin_csv()}
    </a>
  )
}
