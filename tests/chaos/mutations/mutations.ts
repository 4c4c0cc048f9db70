import { charging } from './list/charging.ts'
import { ending } from './list/ending.ts'
import { handingOver } from './list/handing-over.ts'
import { money } from './list/money.ts'
import { people } from './list/people.ts'
import { webhooks } from './list/webhooks.ts'
import type { Mutation } from './mutation.ts'

/** Every bug that is planted, one at a time. */
export const mutations: readonly Mutation[] = [
  ...charging,
  ...handingOver,
  ...webhooks,
  ...ending,
  ...money,
  ...people,
]
