import type { Mutation } from '#testing/mutation.ts'

const costs = 'src/features/costs/costs.test.ts'
const budgets = 'src/features/costs/budgets.test.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'start at a provider beyond its budget',
    file: 'src/features/costs/budget-queries.ts',
    search: 'stopped.providers < ${new Set(providers).size}',
    replace: 'stopped.providers >= 0',
    catchers: [budgets],
  },
  {
    name: 'leave open jobs out of a budget',
    file: 'src/features/costs/watch-budgets.ts',
    search: 'ended + (open.get(provider) ?? 0)',
    replace: 'ended',
    catchers: [budgets],
  },
  {
    name: 'leave refunds out of the margins',
    file: 'src/features/costs/margin-queries.ts',
    search: "entry.reason in ('charge', 'refund')",
    replace: "entry.reason = 'charge'",
    catchers: [costs],
  },
  {
    name: 'record what the provider may have billed as free',
    file: 'src/features/costs/cost-queries.ts',
    search: 'unknown: sql`null::bigint`',
    replace: 'unknown: sql`0::bigint`',
    catchers: [costs],
  },
  {
    name: 'import some prices of a list that is not valid',
    file: 'src/features/costs/price-list-rules.ts',
    search: 'if (problems.length > 0) return { problems: problems.slice(0, mostProblems) }',
    replace: '',
    catchers: [costs],
  },
]
