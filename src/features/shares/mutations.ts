import type { Mutation } from '#testing/mutation.ts'

const sharing = 'src/features/shares/shares.test.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'the share page of a suspended account stays',
    file: 'src/features/shares/share-queries.ts',
    search: ".where('account.suspended_at', 'is', null)",
    replace: '',
    catchers: [sharing],
  },
  {
    name: 'a share page outlives the visibility of its result',
    file: 'src/features/shares/migration.ts',
    search: 'when ((old.is_public and not new.is_public)',
    replace: 'when ((false)',
    catchers: [sharing],
  },
  {
    name: 'a like counts twice for an account',
    file: 'src/features/shares/read-shared.ts',
    search: 'if (!isChanged) return { likes: work.likes, isLiked }',
    replace: '',
    catchers: [sharing],
  },
  {
    name: 'Explore lists what its owner did not publish',
    file: 'src/features/shares/share-generation.ts',
    search: 'accountId, generationId: id, isListed, showsSettings }',
    replace: 'accountId, generationId: id, isListed: true, showsSettings }',
    catchers: [sharing],
  },
]
