import type { Takings } from '#core/credits/takings-rules.ts'
import { type Histogram, mergeHistograms } from './histogram-rules.ts'

export const figureUnits = ['day', 'week', 'month'] as const
export type FigureUnit = (typeof figureUnits)[number]

/** Entries of the ledger with one reason: how many, and the sum of their credits, with its sign. */
export type CreditFigures = { entries: number; credits: number }

/**
 * Generations of one model that were started in a period, by how they ended. `results`: requested
 * with those that were not failed, which the provider charges for. `credits`: what these cost.
 */
export type ModelFigures = {
  kind: string
  started: number
  completed: number
  partial: number
  failed: number
  open: number
  results: number
  credits: number
  /** From the charge to the end, of what was not failed, in ms. */
  durations: Histogram
}

/** What a day adds to the figures; a day of UTC. Recorded as it is. */
export type DayFigures = {
  /** By the reason of the entry. */
  credits: Record<string, CreditFigures>
  /** By currency. */
  money: Record<string, Takings>
  models: Record<string, ModelFigures>
  /** From the charge until the provider began, in ms. */
  waits: Histogram
  signUps: number
  /** Accounts that started something. */
  active: number
  /** The stored files when they were last measured on that day, `at` (ms since 1970); or not at all. */
  storage: { bytes: number; files: number; at: number } | null
}

/** The figures of a day on which nothing happened. */
export const noFigures: DayFigures = {
  credits: {},
  money: {},
  models: {},
  waits: {},
  signUps: 0,
  active: 0,
  storage: null,
}

/**
 * Adds figures of following days. `active` cannot be added, as one account may be active on several
 * days: it is that of the last one.
 */
export function addFigures(sum: DayFigures, day: DayFigures): DayFigures {
  return {
    credits: merge(sum.credits, day.credits, addNumbers),
    money: addMoney(sum.money, day.money),
    models: merge(sum.models, day.models, addModels),
    waits: mergeHistograms(sum.waits, day.waits),
    signUps: sum.signUps + day.signUps,
    active: day.active,
    storage: day.storage ?? sum.storage,
  }
}

/** Adds what was sold, by currency. */
export function addMoney(one: DayFigures['money'], other: DayFigures['money']) {
  return merge(withTax(one), withTax(other), addNumbers)
}

function merge<Value>(
  one: Record<string, Value>,
  other: Record<string, Value>,
  add: (one: Value, other: Value) => Value,
): Record<string, Value> {
  const merged = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const before = merged[key]
    merged[key] = before === undefined ? value : add(before, value)
  }
  return merged
}

/** Days that were recorded before there was tax had none. */
function withTax(money: DayFigures['money']): DayFigures['money'] {
  const sums = Object.entries(money).map(([currency, sum]) => [
    currency,
    { ...sum, tax: sum.tax ?? 0 },
  ])
  return Object.fromEntries(sums)
}

function addNumbers<Numbers extends Record<string, number>>(one: Numbers, other: Numbers): Numbers {
  const sums = Object.entries(one).map(([key, value]) => [key, value + (other[key] ?? 0)])
  return Object.fromEntries(sums) as Numbers
}

function addModels(one: ModelFigures, other: ModelFigures): ModelFigures {
  const { kind, durations, ...counts } = one
  const { kind: _, durations: otherDurations, ...otherCounts } = other
  return {
    kind,
    ...addNumbers(counts, otherCounts),
    durations: mergeHistograms(durations, otherDurations),
  }
}

/** Costs in ten-thousandths of a US cent, so that sums are exact. */
const costScale = 10_000

/**
 * The provider's cost of models in US cents, and the models whose cost is not set: without
 * those it is only a part, so `cents` is `null`.
 */
export function providerCost(
  models: DayFigures['models'],
  costs: Readonly<Record<string, number>>,
): { cents: number | null; unknown: string[] } {
  const used = Object.entries(models).filter(([, { results }]) => results > 0)
  const unknown = used.map(([model]) => model).filter((model) => costs[model] === undefined)
  if (unknown.length > 0) return { cents: null, unknown: unknown.toSorted() }
  const sum = used.reduce(
    (total, [model, { results }]) => total + results * Math.round((costs[model] ?? 0) * costScale),
    0,
  )
  return { cents: sum / costScale, unknown }
}

/** The currency of provider costs. */
const costCurrency = 'usd'

/**
 * Revenue less refunds, disputes and the provider's cost, in US cents. `null`: a cost is unknown, or
 * there is revenue in another currency.
 */
export function marginOf(money: DayFigures['money'], cost: number | null): number | null {
  const others = Object.keys(money).some((currency) => currency !== costCurrency)
  if (cost === null || others) return null
  const { paid = 0, refunded = 0, disputed = 0 } = money[costCurrency] ?? {}
  return paid - refunded - disputed - cost
}

/** All models of a period as one. */
export function allModels(models: DayFigures['models']): Omit<ModelFigures, 'kind'> {
  const none: ModelFigures = {
    ...{ kind: '', started: 0, completed: 0, partial: 0, failed: 0, open: 0 },
    ...{ results: 0, credits: 0, durations: {} },
  }
  return Object.values(models).reduce(addModels, none)
}

const dayMs = 86_400_000

/** The first day of the period that contains a day; weeks begin on Monday. Days as `2026-11-23`. */
export function startOf(unit: FigureUnit, day: string): string {
  if (unit === 'day') return day
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  const at = Date.parse(day)
  return dayOf(at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs)
}

/** The first day after the period that begins on a day. */
export function endOf(unit: FigureUnit, start: string): string {
  const at = new Date(start)
  if (unit === 'month') at.setUTCMonth(at.getUTCMonth() + 1)
  else at.setUTCDate(at.getUTCDate() + (unit === 'week' ? 7 : 1))
  return dayOf(at.getTime())
}

/** The day of UTC of a moment in ms since 1970. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** The starts of the periods that contain the days from `from` to `to`, in order, up to `limit`. */
export function periodsBetween(
  unit: FigureUnit,
  from: string,
  to: string,
  limit = Number.POSITIVE_INFINITY,
): string[] {
  const starts = []
  for (
    let start = startOf(unit, from);
    start <= to && starts.length < limit;
    start = endOf(unit, start)
  )
    starts.push(start)
  return starts
}

/** How many periods are shown where none are chosen. */
const defaultPeriods: Record<FigureUnit, number> = { day: 30, week: 26, month: 12 }

/**
 * The periods from the one of `from` to the one of `to`, by default those up to today; at most
 * `limit` of them, and none if `from` is after `to`.
 */
export function choosePeriods(
  unit: FigureUnit,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  { today, limit }: { today: string; limit: number },
): string[] {
  const last = to ?? today
  const before = defaultPeriods[unit] - 1
  const at = new Date(startOf(unit, last))
  if (unit === 'month') at.setUTCMonth(at.getUTCMonth() - before)
  else at.setUTCDate(at.getUTCDate() - before * (unit === 'week' ? 7 : 1))
  return periodsBetween(unit, from ?? dayOf(at.getTime()), last, limit)
}

/** The scheduled job that counts them. */
export const figuresJob = 'figures'
