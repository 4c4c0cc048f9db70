import { z } from 'zod'
import { figureUnits } from './rules.ts'

const time = z.iso.datetime()
/** A day of UTC: `2026-11-23`. */
const day = z.iso.date()

const money = z.strictObject({
  currency: z.string(),
  payments: z.int(),
  paid: z.int(),
  refunded: z.int(),
  disputed: z.int(),
  /** Of all of it, which is without tax. */
  tax: z.int(),
})
export type MoneyFigureView = z.infer<typeof money>

const generations = {
  started: z.int(),
  completed: z.int(),
  partial: z.int(),
  failed: z.int(),
  open: z.int(),
  /** From the charge to the end, to within 2.5 %; `null`: none ended well. */
  median_ms: z.int().nullable(),
  p95_ms: z.int().nullable(),
}

/** Money in a currency’s smallest unit, costs in US cents; `null` is unknown. */
const FigureView = z.strictObject({
  credits: z.strictObject({
    sold: z.int(),
    spent: z.int(),
    refunded: z.int(),
    granted: z.int(),
    /** The sum of entries by their reason, with its sign; also of those above. */
    entries: z.record(z.string(), z.int()),
  }),
  money: z.array(money),
  cost: z.number().nullable(),
  margin: z.number().nullable(),
  generations: z.strictObject(generations),
  /** From the charge until the provider began. */
  wait_p95_ms: z.int().nullable(),
  sign_ups: z.int(),
  active_accounts: z.int().nullable(),
  storage_bytes: z.number().nullable(),
  storage_files: z.number().nullable(),
})
export type FigureView = z.infer<typeof FigureView>

const PeriodView = z.strictObject({
  ...FigureView.shape,
  start: day,
  /** The first day after it. */
  end: day,
  /** Nothing changes it any more. */
  is_final: z.boolean(),
})
export type PeriodView = z.infer<typeof PeriodView>

const ModelFigureView = z.strictObject({
  model: z.string(),
  kind: z.string(),
  ...generations,
  results: z.int(),
  /** Charged for what did not fail. */
  credits: z.int(),
  cost: z.number().nullable(),
})
export type ModelFigureView = z.infer<typeof ModelFigureView>

/** `GET /api/admin/figures`: by day, week or month of UTC, oldest first. */
export const FiguresView = z.strictObject({
  unit: z.enum(figureUnits),
  periods: z.array(PeriodView),
  /** Of all periods; active accounts only of a single one. */
  total: FigureView,
  models: z.array(ModelFigureView),
  /** Models with results whose cost is not set. */
  unknown_costs: z.array(z.string()),
  /** When the newest of them was computed; `null`: none is yet. */
  computed_at: time.nullable(),
  /** Some of the periods are not computed yet, and are empty. */
  is_incomplete: z.boolean(),
  /** Now: generations that wait for a worker, and how long the oldest has, in seconds. */
  queue: z.strictObject({ due: z.int(), oldest_due: z.number() }),
})
export type FiguresView = z.infer<typeof FiguresView>

/** The most periods of one answer. */
export const maxPeriods = { day: 366, week: 260, month: 120 } as const

const chosenDay = day.refine((text) => text >= '1970-01-01')

/** `from` and `to`: days within the first and the last period; by default the newest 30, 26 or 12. */
export const FiguresQuery = z.strictObject({
  unit: z.enum(figureUnits).default('day'),
  from: chosenDay.optional(),
  to: chosenDay.optional(),
})
export type FiguresQuery = z.infer<typeof FiguresQuery>

export const figureTables = [
  'credits',
  'money',
  'costs',
  'generations',
  'durations',
  'accounts',
  'storage',
  'models',
] as const
export type FigureTable = (typeof figureTables)[number]

/** `GET /api/admin/figures/{table}`. */
export const FigureTableName = z.enum(figureTables)
