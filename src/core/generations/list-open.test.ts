import { expect, it } from 'vitest'
import { driveToEnd } from '#testing/drive.ts'
import { stepWorld } from '#testing/services/step-world.ts'
import { cancelGeneration } from './cancel-generation.ts'
import { listOpen } from './read-generation.ts'

const world = await stepWorld()

it('lists what is open of this account alone, newest first', async () => {
  const { context, account, start } = await world()
  const list = async (id: string) => {
    const { generations, total } = await listOpen(context, id)
    return { ids: generations.map(({ row }) => row.id), total }
  }
  const [first, second, third] = [await start(), await start(), await start()]
  expect(await list(account.id)).toEqual({ ids: [third.id, second.id, first.id], total: 3 })
  expect(await list(crypto.randomUUID())).toEqual({ ids: [], total: 0 })

  await cancelGeneration(context, account.id, second.id)
  expect(await list(account.id)).toEqual({ ids: [third.id, first.id], total: 2 })
  await driveToEnd(context, first.id)
  await driveToEnd(context, third.id)
  expect(await list(account.id)).toEqual({ ids: [], total: 0 })
})
