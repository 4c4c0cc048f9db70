import type { Mutation } from '#testing/mutation.ts'

const items = 'src/features/collections/item-queries.ts'
const collections = 'src/features/collections/collections.test.ts'
const sharedCollections = 'src/features/collections/shared-collections.test.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'records of other accounts are added to a collection',
    file: items,
    search: 'from generation where id = any(${ids}::uuid[]) and account_id = ${accountId}',
    replace: 'from generation where id = any(${ids}::uuid[])',
    catchers: [collections],
  },
  {
    name: 'a shared collection shows what its owner made private',
    file: items,
    search: '(record.is_public and exists',
    replace: '(exists',
    catchers: [sharedCollections],
  },
  {
    name: 'a collection that is no longer shared leaves its records public',
    file: 'src/features/collections/sharing-queries.ts',
    search: 'update generation set is_public = false,',
    replace: 'update generation set is_public = true,',
    catchers: [sharedCollections],
  },
]
