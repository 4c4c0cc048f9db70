import type { ProviderFacts } from '#core/generations/provider-facts.ts'
import type { Parts } from '#core/parts.ts'
import { listStops } from './budget-queries.ts'
import { expectedCost, readPriceBook } from './price-book.ts'

/** What jobs cost at each provider, and which ones their budgets have stopped. */
export async function readProviderFacts({ database }: Parts<'database'>): Promise<ProviderFacts> {
  const [book, stops] = await Promise.all([readPriceBook(database), listStops(database)])
  return {
    costOf: (job) => expectedCost(book, job),
    isOverBudget: (provider) => stops.includes(provider),
  }
}
