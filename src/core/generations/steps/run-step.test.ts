import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AllParts } from '#core/parts.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { falOf } from '#testing/context.ts'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { notesOf, stepWorld } from '#testing/services/step-world.ts'
import { cancelGeneration } from '../cancel-generation.ts'
import { advance, type ClaimedGeneration, extendLease } from '../queries/generation-steps.ts'
import { timingsOf } from '../rules/timings.ts'
import { runStep } from './run-step.ts'

const world = await stepWorld()

describe('timeouts and crashes', () => {
  it('fails past its deadline and is refunded once', async () => {
    const { context, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    await sql`update job set deadline = now() - interval '1 s' where generation_id = ${id}`.execute(
      context.database,
    )
    expect(await driveToEnd(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'deadline',
      refunded: 30,
    })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('never repeats a submit during which the process crashed', async () => {
    const { emulator, context, start, money } = await world()
    const { id } = await start()
    await claim(context)

    expect(await driveToEnd(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'unknown_outcome',
    })
    expect((await emulator.stats()).submitted).toBe(0)
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('writes nothing after its lease was lost', async () => {
    const { context, start, money } = await world()
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    await sql`update job set next_step_at = now() where generation_id = ${id}`.execute(
      context.database,
    )
    const slow = (await claim(context)).find((row) => row.id === id)
    await driveToEnd(context, id)
    // Its thumbnail is made later, and changes the row too.
    await context.background.idle()
    const ended = await readRow(context, id)
    if (slow) await runStep(context, slow)
    const late =
      slow && (await advance(context.database, slow, { step: 'poll', attempts: 0, delay: 0 }))

    expect(late).toBeNull()
    expect(await readRow(context, id)).toEqual(ended)
    expect(await money()).toMatchObject({ balance: 470, sum: 470, entries: [{}, { credits: -30 }] })
  })

  it('records the job of a submit that took longer than its lease', async () => {
    const { emulator, context, start, money } = await world(
      { media: 'plain' },
      { webhookBase: 'http://127.0.0.1:1' },
    )
    const { id } = await start()
    const slow = (await claim(context)).find((row) => row.id === id)
    // Its lease ends, and another worker finds that it may have been submitted.
    await sql`update job set lease_until = now() where generation_id = ${id}`.execute(
      context.database,
    )
    for (const row of await claim(context)) await runStep(context, row)
    expect(await readRow(context, id)).toMatchObject({ step: 'await', provider_job: null })

    if (slow) expect(await runStep(context, slow)).toBe(0)
    expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed' })
    expect((await emulator.stats()).submitted).toBe(1)
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('cancels at the provider the job of a slow submit whose generation was refunded meanwhile', async () => {
    const options = { media: 'plain' as const, control: true, faults: 'stuck' }
    const { emulator, context, account, start, money } = await world(options, {
      webhookBase: 'http://127.0.0.1:1',
    })
    const { id } = await start()
    const slow = (await claim(context)).find((row) => row.id === id)
    await sql`update job set lease_until = now() where generation_id = ${id}`.execute(
      context.database,
    )
    for (const row of await claim(context)) await runStep(context, row)
    await cancelGeneration(context, account.id, id)
    const ended = await readRow(context, id)

    if (slow) expect(await runStep(context, slow)).toBeNull()
    const jobs = async () => (await fetch(`${emulator.url}/control/jobs`)).json()
    await expect.poll(jobs).toMatchObject([{ httpStatus: 499 }])
    expect(await readRow(context, id)).toEqual(ended)
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('renews the lease of a long step', async () => {
    const { context, start } = await world()
    const { id } = await start()
    const row = (await claim(context)).find((one) => one.id === id)
    const before = await readRow(context, id)
    expect(row && (await extendLease(context.database, row, 600_000))).toBe(true)
    const after = await readRow(context, id)
    expect(Number(after.lease_until) - Number(before.lease_until)).toBeGreaterThan(500_000)
    await sql`update job set lease_token = gen_random_uuid() where generation_id = ${id}`.execute(
      onShardOf(context.database, before.account_id),
    )
    expect(row && (await extendLease(context.database, row, 600_000))).toBe(false)
  })

  it.each([
    ['asked, it has ended', sql`step`],
    ['a webhook says that it has ended', sql`'collect'`],
  ])('when, first %s: it ran as long as the provider says', async (_, step) => {
    const { context, start } = await world({ media: 'plain', control: true })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    const job = (await readRow(context, id)).provider_job
    const state = () =>
      job ? falOf(context).status(job) : Promise.reject(new Error('It has no job'))
    await expect.poll(async () => (await state()).state).toBe('finished')
    await sql`update job set step = ${step}, next_step_at = now() where generation_id = ${id}`.execute(
      context.database,
    )
    const ended = await driveToEnd(context, id)
    expect(ended).toMatchObject({ status: 'completed', started_at: expect.any(Date) })
    expect(await state()).toMatchObject({ runMs: ended.run_ms })
    expect(timingsOf(ended)).toMatchObject({ run_ms: ended.run_ms, queue_ms: expect.any(Number) })
  })

  /** Claims a job whose worker has ended. */
  async function claimLost(context: AllParts, id: string): Promise<ClaimedGeneration> {
    await sql`update job set next_step_at = now(), lease_until = now() - interval '1 s'
      where generation_id = ${id}`.execute(context.database)
    const row = (await claim(context)).find((each) => each.id === id)
    if (!row) throw new Error('It was not claimed')
    return row
  }

  it('sets a job aside whose worker ended five times in a row, and refunds it', async () => {
    const { context, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    for (const lost of [1, 2, 3, 4])
      expect(await claimLost(context, id)).toMatchObject({ lost_leases: lost })
    await runStep(context, await claimLost(context, id))
    expect(await readRow(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'provider_error',
      refunded: 30,
    })
    expect(await notesOf(context, id)).toEqual([{ reason: 'ends_workers' }])
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('forgets lost leases once a step succeeds', async () => {
    const { context, start } = await world({ delayMs: 60_000 })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    await claimLost(context, id)
    await runStep(context, await claimLost(context, id))
    expect(await claimLost(context, id)).toMatchObject({ lost_leases: 1 })
  })

  it('keeps a result that the provider finished before the deadline', async () => {
    const { context, start, money } = await world({ media: 'plain', control: true })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    const job = (await readRow(context, id)).provider_job
    await expect.poll(async () => job && (await falOf(context).status(job)).state).toBe('finished')
    await sql`update job set deadline = now() - interval '1 s' where generation_id = ${id}`.execute(
      context.database,
    )
    expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed', refunded: 0 })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('cancels at the provider and refunds past its deadline although a webhook announced the end', async () => {
    const { context, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    await sql`update job set step = 'collect', finished_at = now(), deadline = now() - interval '1 s'
      where generation_id = ${id}`.execute(context.database)
    expect(await driveToEnd(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'deadline',
    })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })
})
