import { Section } from '#web/admin/admin-section.tsx'
import { Table } from '#web/admin/table.tsx'
import { currentTag } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Chart } from '#web/ui/chart.tsx'
import { ChartLegend } from '#web/ui/chart-series.tsx'
import type { FiguresView, FigureTable as TableName } from '../contract.ts'
import type { FigureUnit } from '../rules.ts'
import type { FigureChart } from './figure-charts.ts'

type ChartPanelProps = { chart: FigureChart; view: FiguresView }

/** A chart with its legend, the same figures as a table, and their file. */
export function ChartPanel({ chart, view }: ChartPanelProps) {
  const { title, hint, series, look, format } = chart
  const compact = new Intl.NumberFormat(currentTag(), {
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  const points = view.periods.map((period) => ({
    name: periodText(view.unit, period.start),
    values: series.map(({ value }) => value(period)),
  }))
  return (
    <Section title={title} aside={<CsvLink table={chart.table} view={view} title={title} />}>
      {hint && <p className="text-small text-quiet">{hint}</p>}
      <ChartLegend series={series} />
      <Chart
        {...{ title, look, series, points, format }}
        formatTick={chart.formatTick ?? compact.format}
      />
      <FigureTable chart={chart} view={view} />
    </Section>
  )
}

function FigureTable({ chart: { title, series, format }, view }: ChartPanelProps) {
  const { unit, periods } = view
  const columns = [
    { name: m.admin_fig_period() },
    ...series.map(({ name }) => ({ name, isNumber: true })),
  ]
  const cell = (value: number | null) => (value === null ? m.admin_fig_unknown() : format(value))
  const rows = periods.toReversed().map((period) => ({
    key: period.start,
    cells: [periodText(unit, period.start), ...series.map(({ value }) => cell(value(period)))],
  }))
  return (
    <details>
      <summary className="min-h-6 w-fit cursor-pointer rounded-control text-small text-quiet hover:text-text pointer-coarse:min-h-11">
        {m.admin_fig_table()}
      </summary>
      <Table label={title} columns={columns} rows={rows} />
    </details>
  )
}

type CsvLinkProps = { table: TableName; view: FiguresView; title: string }

/** The file of a chart’s figures. */
export function CsvLink({ table, view: { unit, periods }, title }: CsvLinkProps) {
  const span = { unit, from: periods[0]?.start ?? '', to: periods.at(-1)?.start ?? '' }
  return (
    <a
      href={`/api/admin/figures/${table}.csv?${new URLSearchParams(span)}`}
      download
      aria-label={m.admin_csv_of({ name: title })}
      className="inline-flex min-h-6 items-center text-small underline underline-offset-2 pointer-coarse:min-h-11"
    >
      {m.admin_csv()}
    </a>
  )
}

/** The name of a period by its first day; a week has that of its Monday. */
function periodText(unit: FigureUnit, start: string): string {
  const isMonth = unit === 'month'
  const format = new Intl.DateTimeFormat(currentTag(), {
    timeZone: 'UTC',
    month: 'short',
    ...(isMonth ? { year: 'numeric' } : { day: 'numeric' }),
  })
  return format.format(new Date(start))
}
