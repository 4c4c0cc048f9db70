import type { StartCheck } from '#core/accounts/start-checks.ts'
import { isWithinBudget, listStops } from './budget-queries.ts'

/** Whether one of the providers that can run a model is within its budget of today. */
export const budgetCheck: StartCheck = {
  condition: isWithinBudget,
  readModels: async () => null,
  async readRule(database) {
    const stops = await listStops(database)
    if (stops.length === 0) return null
    return {
      startsPerMinute: null,
      decide: ({ providers }) =>
        providers.every((provider) => stops.includes(provider))
          ? { reason: 'provider_unavailable' }
          : undefined,
      decideUpload: () => undefined,
    }
  },
}
