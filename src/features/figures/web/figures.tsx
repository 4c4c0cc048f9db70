import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminKey, adminQuery } from '#web/admin/admin-query.ts'
import { QueryResult } from '#web/admin/admin-section.tsx'
import { fetchJson } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatDateTime, formatElapsed, formatMoney, formatNumber } from '#web/lib/format.ts'
import { currentTag } from '#web/lib/locale.ts'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FieldLabel, Input } from '#web/ui/controls/field.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import type { FiguresView } from '../contract.ts'
import { type FigureUnit, figureUnits } from '../rules.ts'
import { ChartPanel } from './chart-panel.tsx'
import { chartsOf, formatCost } from './figure-charts.ts'
import { ModelFigures } from './model-figures.tsx'

const unitNames = {
  day: m.admin_fig_day,
  week: m.admin_fig_week,
  month: m.admin_fig_month,
}

/** Figures by period; the newest change every few minutes. */
const figuresQuery = (span: { unit: string; from?: string | undefined; to?: string | undefined }) =>
  adminQuery<FiguresView>('figures', { query: span, keeps: true })

/** The figures of the studio by day, week or month; which ones is in the address. */
export function Figures() {
  const { path, query } = useLocation()
  const unit = figureUnits.find((one) => one === query.unit) ?? 'day'
  const { from, to } = query
  const found = useQuery(figuresQuery({ unit, from, to }))
  const choose = (chosen: Record<string, string | null>) =>
    navigate(path, { query: { ...query, ...chosen } })
  return (
    <section aria-label={m.admin_fig_title()} className="flex flex-col gap-6">
      <PeriodChoice
        unit={unit}
        onUnit={(value) => choose({ unit: value, from: null, to: null })}
        onSpan={choose}
        from={from ?? found.data?.periods[0]?.start}
        to={to ?? lastDay(found.data)}
      />
      <QueryResult query={found}>{(view) => <ShownFigures view={view} />}</QueryResult>
    </section>
  )
}

const lastDay = (view: FiguresView | undefined) => view?.periods.at(-1)?.start

type PeriodChoiceProps = {
  unit: FigureUnit
  from: string | undefined
  to: string | undefined
  onUnit: (unit: FigureUnit) => void
  onSpan: (span: Record<string, string | null>) => void
}

function PeriodChoice({ unit, from, to, onUnit, onSpan }: PeriodChoiceProps) {
  const days = [
    { name: 'from', label: m.admin_fig_from(), value: from },
    { name: 'to', label: m.admin_fig_to(), value: to },
  ]
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div className="flex flex-col gap-1.5 max-md:w-full">
        <FieldLabel>{m.admin_fig_unit()}</FieldLabel>
        <Segmented
          label={m.admin_fig_unit()}
          value={unit}
          onChange={onUnit}
          options={figureUnits.map((value) => ({ value, label: unitNames[value]() }))}
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
                    onSpan({ [name]: event.target.value || null })
                }}
              />
            )}
          </Field>
        </div>
      ))}
      <p className="text-small text-quiet md:pb-2.5">{m.admin_fig_utc()}</p>
    </div>
  )
}

function ShownFigures({ view }: { view: FiguresView }) {
  const charts = chartsOf(view)
  const filled = charts.filter(({ series }) =>
    view.periods.some((period) => series.some(({ value }) => value(period))),
  )
  const names = [
    ...charts.filter((chart) => !filled.includes(chart)).map(({ title }) => title),
    ...(view.models.length === 0 ? [m.admin_fig_models()] : []),
  ]
  return (
    <>
      {view.is_incomplete && <Notice tone="plain">{m.admin_fig_incomplete()}</Notice>}
      <div className="flex flex-col gap-3">
        <Counted at={view.computed_at} />
        <Totals view={view} />
      </div>
      {view.unknown_costs.length > 0 && (
        <Notice tone="plain">
          {m.admin_fig_unknown_costs({ models: view.unknown_costs.join(', ') })}
        </Notice>
      )}
      <div className="grid gap-x-10 gap-y-10 lg:grid-cols-2">
        {filled.map((chart) => (
          <ChartPanel key={chart.key} chart={chart} view={view} />
        ))}
      </div>
      {view.models.length > 0 && <ModelFigures view={view} />}
      {names.length > 0 && (
        <p className="text-quiet">
          {m.admin_fig_nothing_for({
            names: new Intl.ListFormat(currentTag(), { type: 'unit' }).format(names),
          })}
        </p>
      )}
    </>
  )
}

/** When the figures were computed, and a way to do so now. */
function Counted({ at }: { at: string | null }) {
  const client = useQueryClient()
  const counting = useMutation({
    mutationFn: () => fetchJson('POST', '/api/admin/figures/count', { body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      {at && (
        <p className="text-small text-quiet">{m.admin_fig_computed({ at: formatDateTime(at) })}</p>
      )}
      <Button size="small" busy={counting.isPending} onClick={() => counting.mutate()}>
        {m.admin_fig_count()}
      </Button>
      {counting.error && (
        <Notice tone="bad" announce="now">
          {errorText(counting.error, m.admin_no_answer())}
        </Notice>
      )}
    </div>
  )
}

/** The sums of all shown periods. */
function Totals({ view: { total, queue } }: { view: FiguresView }) {
  const { generations, credits, money } = total
  const ended = generations.started - generations.open
  const revenue = money.map(({ paid, currency }) => formatMoney({ amount: paid, currency }))
  const totals = [
    [m.admin_fig_revenue(), revenue.join(' + ') || formatNumber(0)],
    [m.admin_fig_margin(), total.margin === null ? '–' : formatCost(total.margin)],
    [m.admin_fig_spent(), formatNumber(credits.spent)],
    [m.admin_fig_generations(), formatNumber(generations.started)],
    [m.admin_fig_failure_share(), ended > 0 ? percent(generations.failed / ended) : '–'],
    [m.admin_fig_sign_ups(), formatNumber(total.sign_ups)],
    [m.admin_fig_queue(), queue.due > 0 ? formatElapsed(queue.oldest_due * 1000) : '–'],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4 xl:grid-cols-7">
      {totals.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dd className="text-title tabular-nums">{value}</dd>
          <dt className="text-small text-quiet">{name}</dt>
        </div>
      ))}
    </dl>
  )
}

const percent = (share: number) =>
  new Intl.NumberFormat(currentTag(), { style: 'percent', maximumFractionDigits: 1 }).format(share)
