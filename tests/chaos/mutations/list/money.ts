import type { Mutation } from '#testing/mutation.ts'

/** Bugs in what is owed. */
export const money: readonly Mutation[] = [
  {
    name: 'what is owed is never repaid (no trigger)',
    file: 'src/core/schema/migrations/0001-initial.sql',
    search: 'for each row when (new.credits > 0)',
    replace: 'for each row when (new.credits > 1000000000)',
    catchers: ['src/features/payments/receive-event.test.ts', 'chaos'],
  },
]
