import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testAccount, testContext } from '#testing/context.ts'
import { claim, readRow } from '#testing/drive.ts'
import { fluxSchnell } from '#testing/models.ts'
import { startGeneration } from '../start-generation.ts'
import { advance } from './generation-steps.ts'

const context = await testContext()

it('writes a step only under the current lease, however late another worker is', async () => {
  const { id: accountId } = await testAccount(context)
  const input = { prompt: 'a fox', image_size: 'square' }
  const request = { accountId, model: fluxSchnell, input, requestId: undefined, isPublic: true }
  const { id } = await startGeneration(context, request)
  const [slow] = await claim(context)
  await sql`update job set lease_until = null where generation_id = ${id}`.execute(context.database)
  const [quick] = await claim(context)
  if (!slow || !quick) throw new Error('Nothing was due')

  const held = await readRow(context, id)
  expect(
    await advance(context.database, slow, { step: 'poll', attempts: 3, delay: 1_000 }),
  ).toBeNull()
  expect(await readRow(context, id)).toEqual(held)
  expect(await advance(context.database, quick, { step: 'poll', attempts: 0, delay: 1_000 })).toBe(
    1_000,
  )
})
