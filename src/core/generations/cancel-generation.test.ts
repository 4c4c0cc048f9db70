import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { stepWorld } from '#testing/services/step-world.ts'
import { canCancel, cancelGeneration } from './cancel-generation.ts'
import { requestCancellation } from './queries/resume-generation.ts'
import { runStep } from './steps/run-step.ts'

const world = await stepWorld()

describe('cancelling', () => {
  it('before the submit: refunded, and nothing is sent to the provider', async () => {
    const { emulator, context, account, start, money } = await world()
    const { id } = await start()
    await cancelGeneration(context, account.id, id)
    expect(await readRow(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'cancelled',
      refunded: 30,
    })
    expect(await claim(context)).toEqual([])
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
    expect((await emulator.stats()).submitted).toBe(0)
  })

  it('twice at once: refunded once', async () => {
    const { context, account, start, money } = await world()
    const { id } = await start()
    const tries = await Promise.all([1, 2, 3].map(() => cancelGeneration(context, account.id, id)))
    expect(tries).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('while the provider queues it: cancelled there and refunded', async () => {
    const { context, account, start, money } = await world({ delayMs: 60_000 })
    await Promise.all([start(), start(), start()])
    const submitted = await claim(context)
    for (const row of submitted) await runStep(context, row)
    // The emulator runs two at once, so the one submitted last waits.
    const waiting = submitted[2]?.id ?? ''
    await cancelGeneration(context, account.id, waiting)
    expect(await money()).toMatchObject({ balance: 440, sum: 440 })
    expect(await cancelGeneration(context, account.id, waiting)).toBe('cancelled')
    expect(await money()).toMatchObject({ balance: 440, sum: 440 })
  })

  it('while the provider runs it and stops it: cancelling, then cancelled and refunded', async () => {
    const { context, account, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    expect(await cancelGeneration(context, account.id, id)).toBe('cancelling')
    expect(canCancel(await readRow(context, id))).toBe(false)
    expect(await cancelGeneration(context, account.id, id)).toBe('cancelling')
    expect(await money()).toMatchObject({ balance: 470 })
    expect(await driveToEnd(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'cancelled',
      refunded: 30,
    })
    expect(await cancelGeneration(context, account.id, id)).toBe('cancelled')
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('while the provider runs it and still finishes it: completed and charged', async () => {
    const { context, account, start, money } = await world({
      delayMs: 300,
      faults: 'ignore-cancel',
    })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    expect(await cancelGeneration(context, account.id, id)).toBe('cancelling')
    expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed', refunded: 0 })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
    await expect(cancelGeneration(context, account.id, id)).rejects.toThrow('too_late')
  })

  it('several times at once while the provider runs it: never too late, refunded once', async () => {
    const { context, account, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    await Promise.all([1, 2, 3, 4].map(() => cancelGeneration(context, account.id, id)))
    expect(await driveToEnd(context, id)).toMatchObject({ error_code: 'cancelled', refunded: 30 })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('during the submit: cancelled at the provider once the job is known', async () => {
    const { context, account, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    const claimed = await claim(context)
    expect(await cancelGeneration(context, account.id, id)).toBe('cancelling')
    for (const row of claimed) await runStep(context, row)
    expect(await driveToEnd(context, id)).toMatchObject({ error_code: 'cancelled', refunded: 30 })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('during a poll that finds it running: passed on by the next one', async () => {
    const { context, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    const row = await readRow(context, id)
    await sql`update job set next_step_at = now() where generation_id = ${id}`.execute(
      context.database,
    )
    const claimed = await claim(context)
    expect(await requestCancellation(context.database, row)).toBe(true)
    for (const poll of claimed) await runStep(context, poll)
    expect(await readRow(context, id)).toMatchObject({ status: 'processing' })
    expect(await driveToEnd(context, id)).toMatchObject({ error_code: 'cancelled', refunded: 30 })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('while its result is being stored: too late, nothing changes', async () => {
    const { context, account, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    await context.database
      .updateTable('job')
      .set({ status: 'processing' })
      .where('generation_id', '=', id)
      .execute()
    await expect(cancelGeneration(context, account.id, id)).rejects.toThrow('too_late')
    expect(await money()).toMatchObject({ balance: 470 })
  })
})
