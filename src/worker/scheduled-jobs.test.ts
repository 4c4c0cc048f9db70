import { expect, it } from 'vitest'
import { findModel } from '#catalogue/catalogue.ts'
import { deleteGenerations } from '#services/history/delete-generations.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { readRow } from '#testing/drive.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { startScheduledJobs } from './scheduled-jobs.ts'

it('the scheduled jobs purge only what can no longer be restored', async () => {
  const context = await testContext()
  const { id: accountId } = await testAccount(context)
  const model = findModel('flux-schnell')
  if (!model) throw new Error('No model')
  const made = () => finishedWork(context, { accountId, model, input: { prompt: 'a fox' } })
  const [over, undoable] = [await made(), await made()]
  await deleteGenerations({ ...context, undoTime: 0 }, { accountId, kind: 'image', ids: [over] })
  await deleteGenerations(context, { accountId, kind: 'image', ids: [undoable] })

  const scheduledJobs = startScheduledJobs(context)
  await expect.poll(async () => (await readRow(context, over)).input).toEqual({})
  await scheduledJobs.stop()
  expect(await readRow(context, undoable)).toMatchObject({
    input: { prompt: 'a fox' },
  })
})
