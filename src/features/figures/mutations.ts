import type { Mutation } from '#testing/mutation.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'count tax as revenue',
    file: 'src/features/figures/payment-rules.ts',
    search: 'sum.paid += total - tax',
    replace: 'sum.paid += total',
    catchers: ['src/features/figures/rules.test.ts'],
  },
]
