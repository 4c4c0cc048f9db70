import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deleteGenerations } from '#core/history/delete-generations.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { readRow } from '#testing/drive.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { runOnlineMigrations } from './online-migrations.ts'
import { startScheduledJobs } from './scheduled-jobs.ts'

// One that creates an index waits for every transaction, and a stop waits for it.
await runOnlineMigrations(await testContext())

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

it('a second worker purges what the first one is not working on', async () => {
  const context = await testContext()
  const { id: accountId } = await testAccount(context)
  const model = findModel('flux-schnell')
  if (!model) throw new Error('No model')
  const ids = []
  for (let n = 0; n < 2; n++)
    ids.push(await finishedWork(context, { accountId, model, input: { prompt: 'a fox' } }))
  await deleteGenerations({ ...context, undoTime: 0 }, { accountId, kind: 'image', ids })
  const [held = '', free = ''] = ids

  await context.database.transaction().execute(async (transaction) => {
    await sql`select from purge where generation_id = ${held} for update`.execute(transaction)
    const scheduledJobs = startScheduledJobs(context)
    await expect.poll(async () => (await readRow(context, free)).input).toEqual({})
    await scheduledJobs.stop()
    expect((await readRow(context, held)).input).toMatchObject({ prompt: 'a fox' })
  })
})

it('a job that is not shared runs once for two workers', async () => {
  const context = await testContext()
  await sql`truncate scheduled_job, ledger_check`.execute(context.database)
  const [first, second] = [startScheduledJobs(context), startScheduledJobs(context)]
  const checks = () => context.database.selectFrom('ledger_check').select('id').execute()
  await expect.poll(async () => (await checks()).length).toBe(1)
  await Promise.all([first.stop(), second.stop()])
  expect(await checks()).toHaveLength(1)
})
