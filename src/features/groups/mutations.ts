import type { Mutation } from '#testing/mutation.ts'

const queries = 'src/features/groups/queries.ts'
const groups = 'src/features/groups/groups.test.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'charge beyond the daily cap of a group',
    file: queries,
    search: '${spentToday} + ${price} <= limits.daily_cap',
    replace: '${spentToday} <= limits.daily_cap',
    catchers: [groups],
  },
  {
    name: 'start a model that no group of the account allows',
    file: queries,
    search: 'limits.is_model_allowed and',
    replace: '',
    catchers: [groups],
  },
]
