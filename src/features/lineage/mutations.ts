import type { Mutation } from '#testing/mutation.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'link a generation to a public one of another account',
    file: 'src/features/lineage/queries.ts',
    search: 'on generation.id = made.parent_id and generation.account_id = made.account_id',
    replace: 'on generation.id = made.parent_id',
    catchers: ['src/features/lineage/lineage.test.ts'],
  },
  {
    name: 'link a generation to results of another account by their file',
    file: 'src/features/lineage/queries.ts',
    search:
      'and result.account_id = sources.account_id\n        where sources.account_id = made.account_id and',
    replace: '\n        where',
    catchers: ['src/features/lineage/lineage.test.ts'],
  },
]
