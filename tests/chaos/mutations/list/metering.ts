import type { Mutation } from '#testing/mutation.ts'

const rules = 'src/core/models/rules/metering.ts'
const metering = 'src/core/models/rules/metering.test.ts'
const priced = (test: string) => `src/core/generations/steps/metered-price.test.ts > ${test}`

/** Bugs in prices that are known only afterwards. */
export const metered: readonly Mutation[] = [
  {
    name: 'take more than the most for a job that used more',
    file: rules,
    search: 'return due < BigInt(charged) ? Number(due) : charged',
    replace: 'return Number(due)',
    catchers: [`${metering} > is never more than what was charged`],
  },
  {
    name: 'round what was used down',
    file: rules,
    search: '(used + perCredit - 1n) / perCredit',
    replace: 'used / perCredit',
    catchers: [`${metering} > is paid by what was used, rounded up to a credit`],
  },
  {
    name: 'keep the catalogue’s rate where another price was charged',
    file: rules,
    search: 'BigInt(metered.credits) * BigInt(charged)',
    replace: 'BigInt(metered.credits) * BigInt(listed)',
    catchers: [`${metering} > follows the price that was charged`],
  },
  {
    name: 'believe a provider that counts less than nothing',
    file: rules,
    search: 'return amount >= 0 && amount <= maxAmount ? { unit, amount } : null',
    replace: 'return { unit, amount }',
    catchers: [`${metering} > needs the unit that the model is paid by`],
  },
  {
    name: 'forget what was counted while the files are fetched later',
    file: 'src/core/generations/steps/store-result.ts',
    search: "...(row.step !== 'store' && { output: kept,",
    replace: "...(row.step !== 'store' && { output: { assets: kept.assets, seed: kept.seed },",
    catchers: [priced('pays what was used where its files are fetched later')],
  },
  {
    name: 'pay for missing results of a metered job',
    file: 'src/core/generations/rules/finish-generation.ts',
    search: 'refund: price - Math.min(share, owed) }',
    replace: 'refund: price - owed }',
    catchers: [priced('pays for the results that came')],
  },
]
