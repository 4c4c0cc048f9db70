import { formatBytes, formatMoney, formatNumber, formatTook } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { ChartProps } from '#web/ui/chart.tsx'
import type { SeriesLook } from '#web/ui/chart-series.tsx'
import type { FiguresView, FigureTable, FigureView } from '../contract.ts'

/** A chart of the figures by period. `table`: its file; `formatTick`: short, for its axis. */
export type FigureChart = Pick<ChartProps, 'title' | 'look' | 'format'> & {
  key: string
  table: FigureTable
  hint?: string
  formatTick?: ChartProps['formatTick']
  series: readonly (SeriesLook & { value: (figure: FigureView) => number | null })[]
}

const costCurrency = 'usd'

export const formatCost = (cents: number): string =>
  formatMoney({ amount: cents, currency: costCurrency })

const tookTick = (ms: number) => (ms === 0 ? '0' : formatTook(ms))

/** The charts of the overview, in their order: one of money for each currency. */
export function chartsOf({ total }: FiguresView): FigureChart[] {
  return [creditChart(), ...total.money.map(moneyChart), costChart(), ...otherCharts()]
}

function creditChart(): FigureChart {
  return {
    ...{ key: 'credits', table: 'credits', look: 'lines', format: formatNumber },
    title: m.admin_fig_credits(),
    series: [
      { name: m.admin_fig_sold(), colour: 'accent', value: ({ credits }) => credits.sold },
      { name: m.admin_fig_spent(), colour: 'ink', dashes: '6 3', value: (f) => f.credits.spent },
      { name: m.admin_fig_refunded(), colour: 'bad', dashes: '2 3', value: refundedOf },
      { name: m.admin_fig_granted(), colour: 'good', dashes: '8 3 2 3', value: grantedOf },
    ],
  }
}

const refundedOf = ({ credits }: FigureView) => credits.refunded
const grantedOf = ({ credits }: FigureView) => credits.granted

/** Tax is shown where payments had some. */
function moneyChart({ currency, tax }: FigureView['money'][number]): FigureChart {
  const of = (name: 'paid' | 'refunded' | 'disputed' | 'tax') => (figure: FigureView) =>
    figure.money.find((sums) => sums.currency === currency)?.[name] ?? 0
  return {
    ...{ key: `money ${currency}`, table: 'money', look: 'bars' },
    title: m.admin_fig_money({ currency: currency.toUpperCase() }),
    format: (amount) => formatMoney({ amount, currency }),
    formatTick: (amount) => formatMoney({ amount, currency }),
    series: [
      { name: m.admin_fig_paid(), colour: 'good', value: of('paid') },
      { name: m.admin_fig_money_refunded(), colour: 'bad', value: of('refunded') },
      { name: m.admin_fig_disputed(), colour: 'quiet', value: of('disputed') },
      ...(tax === 0 ? [] : [{ name: m.admin_fig_tax(), colour: 'ink', value: of('tax') } as const]),
    ],
  }
}

function costChart(): FigureChart {
  return {
    ...{ key: 'costs', table: 'costs', look: 'lines' },
    ...{ format: formatCost, formatTick: formatCost },
    title: m.admin_fig_costs(),
    hint: m.admin_fig_costs_hint(),
    series: [
      { name: m.admin_fig_cost(), colour: 'bad', dashes: '6 3', value: ({ cost }) => cost },
      { name: m.admin_fig_margin(), colour: 'accent', value: ({ margin }) => margin },
    ],
  }
}

function otherCharts(): FigureChart[] {
  return [
    {
      ...{ key: 'generations', table: 'generations', look: 'bars', format: formatNumber },
      title: m.admin_fig_generations(),
      series: [
        {
          name: m.history_status_completed(),
          colour: 'good',
          value: (f) => f.generations.completed,
        },
        { name: m.history_status_partial(), colour: 'accent', value: (f) => f.generations.partial },
        { name: m.history_status_failed(), colour: 'bad', value: (f) => f.generations.failed },
        { name: m.admin_fig_open(), colour: 'quiet', value: (f) => f.generations.open },
      ],
    },
    {
      ...{ key: 'durations', table: 'durations', look: 'lines' },
      ...{ format: formatTook, formatTick: tookTick },
      title: m.admin_fig_durations(),
      hint: m.admin_fig_durations_hint(),
      series: [
        { name: m.admin_fig_median(), colour: 'accent', value: (f) => f.generations.median_ms },
        {
          name: m.admin_fig_p95(),
          colour: 'ink',
          dashes: '6 3',
          value: (f) => f.generations.p95_ms,
        },
        { name: m.admin_fig_wait(), colour: 'bad', dashes: '2 3', value: (f) => f.wait_p95_ms },
      ],
    },
    {
      ...{ key: 'accounts', table: 'accounts', look: 'lines', format: formatNumber },
      title: m.admin_fig_accounts(),
      series: [
        { name: m.admin_fig_active(), colour: 'accent', value: (f) => f.active_accounts },
        { name: m.admin_fig_sign_ups(), colour: 'ink', dashes: '6 3', value: (f) => f.sign_ups },
      ],
    },
    {
      ...{ key: 'storage', table: 'storage', look: 'lines' },
      ...{ format: formatBytes, formatTick: formatBytes },
      title: m.admin_fig_files(),
      series: [{ name: m.admin_fig_size(), colour: 'accent', value: (f) => f.storage_bytes }],
    },
  ]
}
