import type { Mutation } from '#testing/mutation.ts'

const redeem = 'src/features/gift-codes/redeem-code.ts'
const test = 'src/features/gift-codes/gift-codes.test.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'redeem a gift code twice for one account',
    file: redeem,
    search: "if (!isFirst) throw new Refused({ reason: 'code_redeemed' })",
    replace: '',
    catchers: [test],
  },
  {
    name: 'take uses of a gift code without a lock',
    file: 'src/features/gift-codes/queries.ts',
    search: ' for update of gift_code',
    replace: '',
    catchers: [test],
  },
  {
    name: 'redeem a gift code that is used up, disabled or expired',
    file: redeem,
    search: "if (state !== 'valid') throw new Refused({ reason: `code_${state}` })",
    replace: '',
    catchers: [test],
  },
]
