import type { Mutation } from '#testing/mutation.ts'

const limits = 'src/features/groups/limit-queries.ts'
const groups = 'src/features/groups/groups.test.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'charge beyond the daily cap of a group',
    file: limits,
    search: '${spentToday} + ${price} <= limits.daily_cap',
    replace: '${spentToday} <= limits.daily_cap',
    catchers: [groups],
  },
  {
    name: 'start a model that no group of the account allows',
    file: limits,
    search: 'limits.is_model_allowed and',
    replace: '',
    catchers: [groups],
  },
  {
    name: 'keep generations for the shortest time of several groups',
    file: 'src/features/groups/queries.ts',
    search: 'max(retention_days)::integer',
    replace: 'min(retention_days)::integer',
    catchers: ['src/features/groups/retention.test.ts'],
  },
  {
    name: 'a claim takes groups that an operator gave',
    file: 'src/features/groups/apply-claimed-groups.ts',
    search: '{ accountId: account.id, source },',
    replace: "{ accountId: account.id, source: 'operator' },",
    catchers: ['src/features/groups/claimed-groups.test.ts'],
  },
]
