import { charging } from './list/charging.ts'
import { ending } from './list/ending.ts'
import { money } from './list/money.ts'
import { people } from './list/people.ts'
import { submitCrash } from './list/submit-crash.ts'
import { webhooks } from './list/webhooks.ts'
import type { Mutation } from './mutation.ts'

/** Every bug that is planted, one at a time. */
export const mutations: readonly Mutation[] = [
  ...charging,
  ...submitCrash,
  ...webhooks,
  ...ending,
  ...money,
  ...people,
]
