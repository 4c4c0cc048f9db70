import type { Cell } from '#core/http/csv.ts'
import type {
  FiguresView,
  FigureTable,
  FigureView,
  ModelFigureView,
  PeriodView,
} from './contract.ts'
import { quantile } from './histogram-rules.ts'
import type { ReadFigures } from './read-figures.ts'
import {
  allModels,
  type DayFigures,
  type FigureUnit,
  type ModelFigures,
  marginOf,
  providerCost,
} from './rules.ts'

type Costs = Readonly<Record<string, number>>

/** Presents figures with the provider's costs as they are set now. */
export function presentFigures(read: ReadFigures, unit: FigureUnit, costs: Costs): FiguresView {
  const { periods, total, computedAt, isIncomplete, queue } = read
  const sum = presentFigure(total, costs)
  return {
    unit,
    periods: periods.map(({ start, end, isFinal, figures }) => ({
      start,
      end,
      is_final: isFinal,
      ...presentFigure(figures, costs),
    })),
    total: { ...sum, active_accounts: periods.length === 1 ? sum.active_accounts : null },
    models: presentModels(total.models, costs),
    unknown_costs: providerCost(total.models, costs).unknown,
    computed_at: computedAt?.toISOString() ?? null,
    is_incomplete: isIncomplete,
    queue: { due: queue.due, oldest_due: queue.oldestDue },
  }
}

function presentFigure(figures: DayFigures, costs: Costs): FigureView {
  const { credits, money, models, waits, signUps, active, storage } = figures
  const sumOf = (reason: string) => credits[reason]?.credits ?? 0
  const cost = providerCost(models, costs).cents
  return {
    credits: {
      sold: sumOf('purchase'),
      spent: 0 - sumOf('charge'),
      refunded: sumOf('refund'),
      granted: sumOf('grant'),
      entries: Object.fromEntries(
        Object.entries(credits).map(([reason, entry]) => [reason, entry.credits]),
      ),
    },
    money: Object.entries(money)
      .map(([currency, sums]) => ({ currency, ...sums }))
      .toSorted((one, other) => one.currency.localeCompare(other.currency)),
    cost,
    margin: marginOf(money, cost),
    generations: presentCounts(allModels(models)),
    wait_p95_ms: quantile(waits, 0.95),
    sign_ups: signUps,
    active_accounts: active,
    storage_bytes: storage?.bytes ?? null,
    storage_files: storage?.files ?? null,
  }
}

function presentCounts(sum: Omit<ModelFigures, 'kind'>) {
  const { started, completed, partial, failed, open, durations } = sum
  return {
    ...{ started, completed, partial, failed, open },
    median_ms: quantile(durations, 0.5),
    p95_ms: quantile(durations, 0.95),
  }
}

function presentModels(models: DayFigures['models'], costs: Costs): ModelFigureView[] {
  return Object.entries(models)
    .map(([model, figures]) => ({
      model,
      kind: figures.kind,
      ...presentCounts(figures),
      results: figures.results,
      credits: figures.credits,
      cost: providerCost({ [model]: figures }, costs).cents,
    }))
    .toSorted((one, other) => other.started - one.started || one.model.localeCompare(other.model))
}

type Column<Row> = [name: string, cell: (row: Row) => Cell]

const days: Column<PeriodView>[] = [
  ['start', ({ start }) => start],
  ['end', ({ end }) => end],
]

const counts: Column<Pick<FigureView, 'generations'>>[] = [
  ['started', ({ generations }) => generations.started],
  ['completed', ({ generations }) => generations.completed],
  ['partial', ({ generations }) => generations.partial],
  ['failed', ({ generations }) => generations.failed],
  ['open', ({ generations }) => generations.open],
]

/** The columns of each file but those of money and models; the names are the same in every language. */
const columns: Record<Exclude<FigureTable, 'money' | 'models'>, Column<PeriodView>[]> = {
  credits: [
    ['sold', ({ credits }) => credits.sold],
    ['spent', ({ credits }) => credits.spent],
    ['refunded', ({ credits }) => credits.refunded],
    ['granted', ({ credits }) => credits.granted],
  ],
  costs: [
    ['cost_us_cents', ({ cost }) => cost],
    ['margin_us_cents', ({ margin }) => margin],
  ],
  generations: counts,
  durations: [
    ['median_ms', ({ generations }) => generations.median_ms],
    ['p95_ms', ({ generations }) => generations.p95_ms],
    ['wait_p95_ms', ({ wait_p95_ms }) => wait_p95_ms],
  ],
  accounts: [
    ['sign_ups', ({ sign_ups }) => sign_ups],
    ['active_accounts', ({ active_accounts }) => active_accounts],
  ],
  storage: [
    ['bytes', ({ storage_bytes }) => storage_bytes],
    ['files', ({ storage_files }) => storage_files],
  ],
}

const modelColumns: Column<ModelFigureView>[] = [
  ['model', ({ model }) => model],
  ['kind', ({ kind }) => kind],
  ...counts.map(
    ([name, cell]): Column<ModelFigureView> => [name, (row) => cell({ generations: row })],
  ),
  ['median_ms', ({ median_ms }) => median_ms],
  ['p95_ms', ({ p95_ms }) => p95_ms],
  ['results', ({ results }) => results],
  ['credits', ({ credits }) => credits],
  ['cost_us_cents', ({ cost }) => cost],
]

/** The lines of a file with the figures of one chart, with its heading. Unknown is an empty cell. */
export function figureLines(view: FiguresView, table: FigureTable): Cell[][] {
  if (table === 'models') return tableLines(modelColumns, view.models)
  if (table !== 'money') return tableLines([...days, ...columns[table]], view.periods)
  const rows = view.periods.flatMap((period) => period.money.map((sums) => ({ period, sums })))
  return tableLines(
    [
      ...days.map(
        ([name, cell]): Column<(typeof rows)[number]> => [name, (row) => cell(row.period)],
      ),
      ['currency', ({ sums }) => sums.currency],
      ['payments', ({ sums }) => sums.payments],
      ['paid_smallest_unit', ({ sums }) => sums.paid],
      ['refunded_smallest_unit', ({ sums }) => sums.refunded],
      ['disputed_smallest_unit', ({ sums }) => sums.disputed],
      ['tax_smallest_unit', ({ sums }) => sums.tax],
    ],
    rows,
  )
}

function tableLines<Row>(all: readonly Column<Row>[], rows: readonly Row[]): Cell[][] {
  return [all.map(([name]) => name), ...rows.map((row) => all.map(([, cell]) => cell(row)))]
}
