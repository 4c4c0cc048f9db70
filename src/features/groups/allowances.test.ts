import { expect, it } from 'vitest'
import { readAllowance, renewAllowance } from '#core/accounts/renew-allowance.ts'
import { readMoney, testAccount, testContext } from '#testing/context.ts'
import { testSettings } from '#testing/settings.ts'
import { changeGroupsOf, saveGroup } from './change-groups.ts'
import { GroupFacts } from './contract.ts'

const ofStudio = { credits: 100, period: 'day', is_cumulative: false } as const
const settings = testSettings({ free_mode: true, free_allowance: ofStudio })
const context = await testContext({ settings })
const act = { actor: 'ada@example.com', reason: 'because' }
const save = (name: string, allowance: GroupFacts['allowance']) =>
  saveGroup(context, act, GroupFacts.parse({ name, allowance }))

await save('Monthly', { credits: 7, period: 'month', is_cumulative: false })
await save('Weekly', { credits: 5, period: 'week', is_cumulative: true })
await save('Without', null)

async function member(...groups: string[]) {
  const { id } = await testAccount(context, { credits: 0 })
  await changeGroupsOf(context, act, { name: id, groups })
  return id
}

it('the allowance of a group counts before that of the studio', async () => {
  const id = await member('Monthly', 'Without')
  expect(await renewAllowance(context, { id, renews_day: 0 })).toBe(true)
  expect(await readMoney(context, id)).toMatchObject({ balance: 7 })
})

it('of several groups that of the most credits over time counts', async () => {
  expect(await readAllowance(context, await member('Monthly', 'Weekly'))).toEqual({
    ...{ credits: 5, period: 'week', is_cumulative: true },
  })
  expect(await readAllowance(context, await member('Without'))).toEqual(ofStudio)
})
