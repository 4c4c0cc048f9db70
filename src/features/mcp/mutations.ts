import type { Mutation } from '#testing/mutation.ts'

const start = 'src/core/generations/queries/start-generation.ts'
const oauth = 'src/features/mcp/oauth.test.ts'

export const mutations: readonly Mutation[] = [
  {
    name: 'charge beyond what a person allows an application a day',
    file: start,
    search: 'key.spent_today + ${price} <= key.daily_cap',
    replace: 'key.spent_today <= key.daily_cap',
    catchers: [oauth],
  },
  {
    name: 'charge beyond what a person allows an application a month',
    file: start,
    search: 'key.spent_this_month + ${price} <= key.monthly_cap',
    replace: 'true',
    catchers: [oauth],
  },
  {
    name: 'a client of /mcp spends more than max_credits',
    file: 'src/features/mcp/routes/generate-tool.ts',
    search: 'credits > maxCredits)',
    replace: 'credits < 0)',
    catchers: ['src/features/mcp/mcp.test.ts > charges nothing above max_credits'],
  },
]
