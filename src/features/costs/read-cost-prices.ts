import type { AllParts, Parts } from '#core/parts.ts'
import { listStops, readSpentToday } from './budget-queries.ts'
import type { BudgetView, CostPricesView } from './contract.ts'
import { microsOf, priceKey } from './cost-rules.ts'
import { findLosses } from './find-losses.ts'
import { firstCurrency } from './manage-prices.ts'
import { findCurrency, listPrices } from './price-queries.ts'

type Context = Parts<'database' | 'settings'> & Partial<Parts<'endpoints'>>

/** Returns the prices of providers, the models that are sold below them, and the budgets of today. */
export async function readCostPrices(context: Context): Promise<CostPricesView> {
  const { database, settings, endpoints } = context
  const [prices, currency, budgets] = await Promise.all([
    listPrices(database),
    findCurrency(database),
    readBudgets(context),
  ])
  const book = new Map(prices.map((price) => [priceKey(price.provider, price.endpoint), price]))
  return {
    currency: currency ?? firstCurrency,
    credit_value: settings.current().settings.credit_value,
    prices: prices.map(({ provider, endpoint, unit, micros, since }) => ({
      ...{ provider, endpoint, unit, micros },
      since: since.toISOString(),
    })),
    budgets,
    losses: findLosses(book, settings, endpoints),
  }
}

/** The providers that have a budget or spent something today. */
async function readBudgets({
  database,
  settings,
}: Parts<'database'> & { settings: AllParts['settings'] }): Promise<BudgetView[]> {
  const budgets = settings.current().settings.provider_budgets
  const [spent, stops] = await Promise.all([readSpentToday(database), listStops(database)])
  const providers = new Set([...Object.keys(budgets), ...spent.map(({ provider }) => provider)])
  return [...providers].toSorted().map((provider) => {
    const today = spent.find((one) => one.provider === provider)
    const budget = budgets[provider]
    return {
      provider,
      budget: budget === undefined ? null : microsOf(budget),
      spent: today?.micros ?? 0,
      unknown_jobs: today?.unknown ?? 0,
      is_stopped: stops.includes(provider),
    }
  })
}
