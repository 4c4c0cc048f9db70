import { globSync } from 'node:fs'
import type { Mutation } from '#testing/mutation.ts'
import { charging } from './list/charging.ts'
import { ending } from './list/ending.ts'
import { metered } from './list/metering.ts'
import { money } from './list/money.ts'
import { people } from './list/people.ts'
import { submitCrash } from './list/submit-crash.ts'
import { webhooks } from './list/webhooks.ts'

const files = globSync('src/features/*/mutations.ts').toSorted()

/** Bugs in what features do: their files `mutations.ts`. */
const ofFeatures = await Promise.all(
  files.map(async (file) => {
    const { mutations } = await import(new URL(`../../../${file}`, import.meta.url).href)
    return mutations as readonly Mutation[]
  }),
)

/** Every bug that is planted, one at a time. */
export const mutations: readonly Mutation[] = [
  ...charging,
  ...submitCrash,
  ...webhooks,
  ...ending,
  ...metered,
  ...money,
  ...people,
  ...ofFeatures.flat(),
]
