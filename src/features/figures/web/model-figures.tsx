import { Section } from '#web/admin/admin-section.tsx'
import { Table } from '#web/admin/table.tsx'
import { usePermissions } from '#web/admin/use-permission.ts'
import { formatNumber, formatTook } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import type { FiguresView } from '../contract.ts'
import { CsvLink } from './chart-panel.tsx'
import { formatCost } from './figure-charts.ts'

/** The models that were used, the most used first. */
export function ModelFigures({ view }: { view: FiguresView }) {
  const title = m.admin_fig_models()
  const took = (ms: number | null) => (ms === null ? '–' : formatTook(ms))
  const columns = [
    { name: m.admin_model() },
    { name: m.admin_fig_generations(), isNumber: true },
    { name: m.history_status_failed(), isNumber: true },
    { name: m.admin_fig_median(), isNumber: true },
    { name: m.admin_fig_p95(), isNumber: true },
    { name: m.admin_credits(), isNumber: true },
    { name: m.admin_fig_cost(), isNumber: true },
  ]
  const rows = view.models.map((model) => ({
    key: model.model,
    cells: [
      model.model,
      formatNumber(model.started),
      <Failures key="failed" model={model.model} count={model.failed} view={view} />,
      took(model.median_ms),
      took(model.p95_ms),
      formatNumber(model.credits),
      model.cost === null ? m.admin_fig_unknown() : formatCost(model.cost),
    ],
  }))
  return (
    <Section title={title} aside={<CsvLink table="models" view={view} title={title} />}>
      <Table label={title} columns={columns} rows={rows} />
    </Section>
  )
}

type FailuresProps = { model: string; count: number; view: FiguresView }

/** Leads to the failed generations of a model. */
function Failures({ model, count, view }: FailuresProps) {
  const may = usePermissions()
  if (count === 0 || !may('generations.read')) return formatNumber(count)
  const search = new URLSearchParams({
    status: 'failed',
    model,
    from: view.periods[0]?.start ?? '',
  })
  return (
    <Link to={`/admin/generations?${search}`} className="text-bad underline underline-offset-2">
      {formatNumber(count)}
    </Link>
  )
}
