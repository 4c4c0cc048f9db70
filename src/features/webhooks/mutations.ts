import type { Mutation } from '#testing/mutation.ts'

const test = 'src/features/webhooks/operator-webhooks.test.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'a cancelled generation is a failure for operators’ webhooks',
    file: 'src/core/generations/end-generation.ts',
    search: "const messages = ending.failure?.code === 'cancelled' ? [] : messagesOf(row, ending)",
    replace: 'const messages = messagesOf(row, ending)',
    catchers: [test],
  },
  {
    name: 'an account’s webhook is changed as one of operators',
    file: 'src/features/webhooks/endpoint-queries.ts',
    search: 'return accountId === operatorsId ? ofOperators : ofAccounts',
    replace: 'return ofAccounts',
    catchers: [test],
  },
  {
    name: 'a new address of operators’ webhooks is not checked',
    file: 'src/features/webhooks/operator-webhooks.ts',
    search: 'if (change.url !== undefined) await refuseInternal(context, change.url)\n',
    replace: '',
    catchers: [test],
  },
]
