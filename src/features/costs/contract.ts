import { z } from 'zod'
import { ActRequest } from '#core/operators/contract.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'
import { costUnits, marginTables, mostAmount } from './cost-rules.ts'
import type { ListProblem } from './price-list-rules.ts'

declare module '#core/settings/studio-settings-rules.ts' {
  interface FeatureSettings {
    /** What a credit is worth, in the currency of the providers' prices; `null`: unknown. */
    credit_value: number | null
    /** What each provider may cost in a day (UTC), in the same currency, by its id. */
    provider_budgets: Readonly<Record<string, number>>
  }
}

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    /** A price list cannot be used; each problem with its line and field. */
    invalid_price_list: { problems: ListProblem[] }
    /** A usage export cannot be read. */
    invalid_usage_export: { problems: ListProblem[] }
  }
}

declare module '#core/generations/rules/start-generation.ts' {
  interface FeatureStartErrors {
    /** As during an outage: all providers that can run the model are beyond their budgets. */
    provider_unavailable: object
  }
}

declare module '#core/mail/rules.ts' {
  interface FeatureMails {
    /** `spent` and `budget` as amounts with their currency. */
    provider_budget: { provider: string; spent: string; budget: string }
  }
}

/** An amount with at most six decimals. */
const amount = (most: number) =>
  z
    .number()
    .min(0)
    .max(most)
    .refine((value) => Math.abs(value * 1e6 - Math.round(value * 1e6)) < 1e-3, {
      error: 'has more than six decimals',
    })

/** The setting `credit_value`. */
export const CreditValueSetting = amount(1_000).nullable()

/** The setting `provider_budgets`. */
export const ProviderBudgetsSetting = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'must be the id of a provider'),
  amount(1_000_000),
)

const day = z.iso.date()
const provider = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/)
/** A model, a day, or an account's address. */
const micros = z.int()

const sums = {
  /** Charges less refunds, as the ledger has them. */
  credits: z.int(),
  /** What they are worth; `null`: the setting `credit_value` is not set. */
  revenue: micros.nullable(),
  /** What jobs of a known cost cost. */
  cost: micros,
  /** Revenue less cost. */
  margin: micros.nullable(),
  jobs: z.int(),
  /** Jobs that ended and whose cost is not known. */
  unknown_jobs: z.int(),
}

const MarginLine = z.strictObject({ key: z.string(), name: z.string(), ...sums })
export type MarginLine = z.infer<typeof MarginLine>

/** The most days of one answer. */
export const mostDays = 366

/** `from` and `to`: days (UTC), both included; by default the newest 30. */
export const MarginsQuery = z.strictObject({
  by: z.enum(marginTables).default('model'),
  from: day.optional(),
  to: day.optional(),
})
export type MarginsQuery = z.infer<typeof MarginsQuery>

/** `GET /api/admin/costs`. Money in millionths of the currency. */
export const MarginsView = z.strictObject({
  by: z.enum(marginTables),
  from: day,
  to: day,
  currency: z.string(),
  lines: z.array(MarginLine),
  total: z.strictObject(sums),
  /** There are more lines, which only the file has. */
  has_more: z.boolean(),
  /** Days of the past that are not computed yet, and are missing. */
  is_incomplete: z.boolean(),
})
export type MarginsView = z.infer<typeof MarginsView>

const PriceView = z.strictObject({
  provider: z.string(),
  endpoint: z.string(),
  unit: z.enum(costUnits),
  /** In millionths of the currency. */
  micros,
  since: z.iso.datetime(),
})
export type PriceView = z.infer<typeof PriceView>

const BudgetView = z.strictObject({
  provider: z.string(),
  /** `null`: none is set. */
  budget: micros.nullable(),
  /** What its jobs that ended today (UTC) cost. */
  spent: micros,
  /** Jobs of today whose cost is not known. */
  unknown_jobs: z.int(),
  /** Starts that only it could run are refused until the day ends. */
  is_stopped: z.boolean(),
})
export type BudgetView = z.infer<typeof BudgetView>

/** A model that is sold below its cost, with the cheapest input that it accepts. */
const LossView = z.strictObject({
  model: z.string(),
  provider: z.string(),
  endpoint: z.string(),
  credits: z.int(),
  worth: micros,
  cost: micros,
})
export type LossView = z.infer<typeof LossView>

/** `GET /api/admin/costs/prices`. */
export const CostPricesView = z.strictObject({
  currency: z.string(),
  credit_value: z.number().nullable(),
  prices: z.array(PriceView),
  budgets: z.array(BudgetView),
  losses: z.array(LossView),
})
export type CostPricesView = z.infer<typeof CostPricesView>

/** `POST /api/admin/costs/prices`: one price that counts from now on. */
export const SetPriceRequest = ActRequest.extend({
  provider,
  endpoint: z.string().trim().min(1).max(200).regex(plainText),
  unit: z.enum(costUnits),
  amount: amount(mostAmount),
})

/** `POST /api/admin/costs/prices/delete`: its cost is not known from now on. */
export const DeletePriceRequest = ActRequest.extend({ provider, endpoint: z.string().max(200) })

/** A CSV or JSON file as a `data:` URI. */
const file = z.string().min(1).startsWith('data:')

/** `POST /api/admin/costs/prices/import`. `provider`: of rows that name none. */
export const ImportPricesRequest = ActRequest.extend({ provider: provider.optional(), file })

/** What an import changed; `skipped`: rows by a unit that cannot be counted. */
export const ImportedPrices = z.strictObject({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.record(z.string(), z.int()),
})
export type ImportedPrices = z.infer<typeof ImportedPrices>

export const SavedPrice = z.strictObject({ saved: z.boolean() })

/** `POST /api/admin/costs/reconcile`. `from` and `to`: the days whose jobs the export has. */
export const ReconcileRequest = z.strictObject({
  provider,
  file,
  from: day.optional(),
  to: day.optional(),
  columns: z
    .strictObject({
      request_id: z.string().max(100).optional(),
      endpoint: z.string().max(100).optional(),
      cost: z.string().max(100).optional(),
    })
    .optional(),
})

const DifferenceView = z.strictObject({
  request_id: z.string(),
  generation_id: z.string().nullable(),
  endpoint: z.string().nullable(),
  billed: micros.nullable(),
  recorded: micros.nullable(),
})
export type DifferenceView = z.infer<typeof DifferenceView>

const differences = z.strictObject({
  count: z.int(),
  /** Billed less recorded, where both are known. */
  micros,
  /** The first of them. */
  list: z.array(DifferenceView),
})
export type Differences = z.infer<typeof differences>

/** What a provider billed against what was recorded. */
export const ReconciliationView = z.strictObject({
  provider: z.string(),
  currency: z.string(),
  /** The days whose jobs were looked for; `null`: no job of the export is known here. */
  from: day.nullable(),
  to: day.nullable(),
  billed: z.strictObject({ jobs: z.int(), micros }),
  recorded: z.strictObject({ jobs: z.int(), micros }),
  /** Billed, and not known here. */
  unknown: differences,
  /** Recorded with a cost, and not billed. */
  not_billed: differences,
  /** Billed otherwise than recorded, or recorded without a cost. */
  different: differences,
})
export type ReconciliationView = z.infer<typeof ReconciliationView>
