import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { fluxDev } from '#catalogue/models/flux-dev.ts'
import { advance, extendLease } from '#database/queries/generation-steps.ts'
import { timingsOf } from '#domain/timings.ts'
import { readMoney, testAccount, testContext, testProvider } from '#testing/context.ts'
import { claim, driveToDeadline, driveToEnd, readRow } from '#testing/drive.ts'
import { testEngine } from '#testing/studio.ts'
import type { ServiceContext } from '../context.ts'
import { canCancel, cancelGeneration } from '../generations/cancel-generation.ts'
import { startGeneration } from '../generations/start-generation.ts'
import { runStep } from './run-step.ts'

const base = await testContext()

async function world(
  options: Parameters<typeof testEngine>[0] = {},
  overrides: Partial<ServiceContext> = {},
) {
  const engine = await testEngine({ delayMs: 10, ...options })
  const context = { ...base, provider: testProvider(engine.url), ...overrides }
  // What an account's trouble does to others has a test of its own.
  await base.database.deleteFrom('provider_trouble').execute()
  const account = await testAccount(context, { credits: 500 })
  const start = (num_images = 1) =>
    startGeneration(context, {
      accountId: account.id,
      model: fluxDev,
      input: { prompt: 'a fox', num_images, image_size: 'square', seed: 7 },
      requestId: undefined,
      isPublic: true,
    })
  return { engine, context, account, start, money: () => readMoney(context, account.id) }
}

const notesOf = ({ database }: ServiceContext, id: string) =>
  database.selectFrom('operator_note').select('reason').where('generation_id', '=', id).execute()

describe('the provider fails in every way it can', () => {
  it.each([
    ['refuse-429', 'temporarily_unavailable'],
    ['refuse-503', 'temporarily_unavailable'],
    ['unauthorized', 'temporarily_unavailable'],
    ['exhausted-balance', 'temporarily_unavailable'],
    ['html-502', 'unknown_outcome'],
    ['drop-before', 'unknown_outcome'],
    ['drop-after', 'unknown_outcome'],
    ['validation', 'invalid_input'],
    ['content-policy', 'content_policy'],
    ['nsfw-all', 'content_policy'],
    ['empty', 'no_result'],
    ['lost-result', 'result_lost'],
    ['missing-file', 'result_lost'],
    ['truncated', 'result_lost'],
    ['wrong-type', 'result_lost'],
  ])('%s: fails as %s, is charged once and refunded once', async (faults, code) => {
    const { context, start, money } = await world({ faults })
    const { id } = await start(2)
    const ended = await driveToDeadline(context, id)
    expect(ended).toMatchObject({ status: 'failed', error_code: code, refunded: 60 })
    expect(await notesOf(context, id)).toEqual(
      code === 'result_lost' || code === 'unknown_outcome' ? [{ reason: code }] : [],
    )
    expect(await money()).toMatchObject({
      balance: 500,
      sum: 500,
      entries: [{}, { credits: -60 }, { credits: 60 }],
    })
  })

  it('a job that ends with a server error is refunded', async () => {
    const { context, start, money } = await world({ failureRate: 1 })
    expect(await driveToEnd(context, (await start()).id)).toMatchObject({
      status: 'failed',
      error_code: 'provider_error',
    })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('refuses connections: submits again until the deadline, then fails and refunds', async () => {
    const { context, start, money } = await world(
      {},
      { provider: testProvider('http://127.0.0.1:65531') },
    )
    const { id } = await start()
    await expect(driveToEnd(context, id, 20)).rejects.toThrow('Thumbnail open')
    expect(await readRow(context, id)).toMatchObject({
      step: 'submit',
      attempts: 20,
      submit_started_at: null,
    })
    const ended = await driveToDeadline(context, id)
    expect(ended).toMatchObject({
      status: 'failed',
      error_code: 'temporarily_unavailable',
      refunded: 30,
    })
    expect(await money()).toMatchObject({ balance: 500 })
  })

  it('refuses connections for a while: submits once it listens again, and completes', async () => {
    const { engine, context, start, money } = await world({ media: 'plain' })
    const { id } = await start()
    const away = { ...context, provider: testProvider('http://127.0.0.1:65531') }
    await expect(driveToEnd(away, id, 20)).rejects.toThrow('Thumbnail open')
    expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed' })
    expect((await engine.stats()).submitted).toBe(1)
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('the words of an input error are kept, those of an account error are not', async () => {
    const validation = await world({ faults: 'validation' })
    const funds = await world({ faults: 'exhausted-balance' })
    const wrong = await driveToEnd(validation.context, (await validation.start()).id)
    const broke = await driveToEnd(funds.context, (await funds.start()).id)
    expect(wrong.error_message).toMatch(/\w/)
    expect(broke.error_message).toBeNull()
  })
})

describe('the provider answers what nobody expects', () => {
  it('keeps a finished image beside text with NUL and lone surrogates', async () => {
    const { context, start, money } = await world({ faults: 'nul-result', media: 'plain' })
    expect(await driveToEnd(context, (await start()).id)).toMatchObject({
      status: 'completed',
      seed: '7',
    })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('fails at once and refunds when a result never ends', async () => {
    const { context, start, money } = await world({ faults: 'endless-result', media: 'plain' })
    const ended = await driveToEnd(context, (await start()).id)
    expect(ended).toMatchObject({
      status: 'failed',
      error_code: 'provider_error',
      attempts: 0,
      refunded: 30,
    })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('asks without logs when those never end', async () => {
    const { context, start } = await world({ faults: 'endless-status', media: 'plain' })
    expect(await driveToEnd(context, (await start()).id)).toMatchObject({ status: 'completed' })
  })

  it('fails at once, refunds and alerts when a job id comes a second time; the first keeps its job', async () => {
    const { context, start, money } = await world({ media: 'plain' })
    const [first, second] = [await start(), await start()]
    let known: Awaited<ReturnType<typeof context.provider.submit>> | undefined
    const submit: typeof context.provider.submit = async (...all) => {
      known ??= await context.provider.submit(...all)
      return known
    }
    for (const row of await claim(context))
      await runStep({ ...context, provider: { ...context.provider, submit } }, row)
    const rows = await Promise.all([first, second].map(({ id }) => readRow(context, id)))
    const failed = rows.find(({ status }) => status === 'failed')
    expect(failed).toMatchObject({
      error_code: 'provider_error',
      refunded: 30,
      provider_job: null,
      step: null,
    })
    const notes = await context.database
      .selectFrom('operator_note')
      .selectAll()
      .where('generation_id', '=', failed?.id ?? '')
      .execute()
    expect(notes).toMatchObject([
      { reason: 'repeated_job', note: expect.stringContaining(known?.job.requestId ?? '-') },
    ])
    const kept = rows.find(({ status }) => status !== 'failed')
    expect(await driveToEnd(context, kept?.id ?? '')).toMatchObject({ status: 'completed' })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })
})

describe('a part of the results', () => {
  it('is kept, and the rest refunded pro rata', async () => {
    const { context, start, money } = await world({ faults: 'nsfw' })
    const ended = await driveToEnd(context, (await start(4)).id)
    const kept = await context.database
      .selectFrom('media')
      .selectAll()
      .where('generation_id', '=', ended.id)
      .execute()

    expect(ended.status).toBe('partial')
    expect(kept.length).toBeGreaterThan(0)
    expect(ended.refunded).toBe(120 - 30 * kept.length)
    expect(await money()).toMatchObject({
      balance: 500 - 30 * kept.length,
      sum: 500 - 30 * kept.length,
    })
  })
})

describe('the operator turned automatic refunds off', () => {
  it('a failed job keeps its charge until somebody asks', async () => {
    const { context, start, money } = await world({ failureRate: 1 }, { autoRefund: false })
    expect(await driveToEnd(context, (await start()).id)).toMatchObject({
      status: 'failed',
      refunded: 0,
    })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('a partial result still gives the missing share back by itself', async () => {
    const { context, start, money } = await world({ faults: 'nsfw' }, { autoRefund: false })
    const ended = await driveToEnd(context, (await start(4)).id)
    const { kept } = await context.database
      .selectFrom('media')
      .select((select) => select.fn.countAll<number>().as('kept'))
      .where('generation_id', '=', ended.id)
      .executeTakeFirstOrThrow()
    expect(ended).toMatchObject({ status: 'partial', refunded: 120 - 30 * Number(kept) })
    expect(await money()).toMatchObject({
      balance: 500 - 30 * Number(kept),
      sum: 500 - 30 * Number(kept),
    })
  })
})

describe('cancelling', () => {
  it('before it was handed over: refunded, and the provider never hears of it', async () => {
    const { engine, context, account, start, money } = await world()
    const { id } = await start()
    await cancelGeneration(context, account.id, id)
    expect(await readRow(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'cancelled',
      refunded: 30,
    })
    expect(await claim(context)).toEqual([])
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
    expect((await engine.stats()).submitted).toBe(0)
  })

  it('twice at once: refunded once', async () => {
    const { context, account, start, money } = await world()
    const { id } = await start()
    const tries = await Promise.all([1, 2, 3].map(() => cancelGeneration(context, account.id, id)))
    expect(tries).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('while the provider still queues it: removed there, refunded here', async () => {
    const { context, account, start, money } = await world({ delayMs: 60_000 })
    await Promise.all([start(), start(), start()])
    const submitted = await claim(context)
    for (const row of submitted) await runStep(context, row)
    // The engine runs two at once, so the one it heard of last waits.
    const waiting = submitted[2]?.id ?? ''
    await cancelGeneration(context, account.id, waiting)
    expect(await money()).toMatchObject({ balance: 440, sum: 440 })
    expect(await cancelGeneration(context, account.id, waiting)).toBe('cancelled')
    expect(await money()).toMatchObject({ balance: 440, sum: 440 })
  })

  it('while the provider runs it and stops it: being cancelled, then cancelled and refunded', async () => {
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

  it('while the provider runs it and finishes it all the same: completed and charged', async () => {
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

  it('while it is being submitted: cancelled at the provider as soon as that has it', async () => {
    const { context, account, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    const claimed = await claim(context)
    expect(await cancelGeneration(context, account.id, id)).toBe('cancelling')
    for (const row of claimed) await runStep(context, row)
    expect(await driveToEnd(context, id)).toMatchObject({ error_code: 'cancelled', refunded: 30 })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('once it runs here, too: too late, nothing changes', async () => {
    const { context, account, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    await context.database
      .updateTable('generation')
      .set({ status: 'processing' })
      .where('id', '=', id)
      .execute()
    await expect(cancelGeneration(context, account.id, id)).rejects.toThrow('too_late')
    expect(await money()).toMatchObject({ balance: 470 })
  })
})

describe('time and crashes', () => {
  it('past its deadline it fails and is refunded, once', async () => {
    const { context, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    await sql`update generation set deadline = now() - interval '1 s' where id = ${id}`.execute(
      context.database,
    )
    expect(await driveToEnd(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'deadline',
      refunded: 30,
    })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('a crash in the very call to the provider is never followed by a second call', async () => {
    const { engine, context, start, money } = await world()
    const { id } = await start()
    await claim(context)

    expect(await driveToEnd(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'unknown_outcome',
    })
    expect((await engine.stats()).submitted).toBe(0)
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('a worker that lost its lease writes nothing', async () => {
    const { context, start, money } = await world()
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    await sql`update generation set next_step_at = now() where id = ${id}`.execute(context.database)
    const slow = (await claim(context)).find((row) => row.id === id)
    await driveToEnd(context, id)
    // The thumbnail follows, and changes the row too.
    await context.background.idle()
    const ended = await readRow(context, id)
    if (slow) await runStep(context, slow)
    const late =
      slow && (await advance(context.database, slow, { step: 'ask', attempts: 0, delay: 0 }))

    expect(late).toBeNull()
    expect(await readRow(context, id)).toEqual(ended)
    expect(await money()).toMatchObject({ balance: 470, sum: 470, entries: [{}, { credits: -30 }] })
  })

  it('a submit that outlived its lease is salvaged: the job it started is known', async () => {
    const { engine, context, start, money } = await world(
      { media: 'plain' },
      { webhookBase: 'http://127.0.0.1:1' },
    )
    const { id } = await start()
    const slow = (await claim(context)).find((row) => row.id === id)
    // Its lease ends, and another worker finds that it may have been handed over.
    await sql`update generation set lease_until = now() where id = ${id}`.execute(context.database)
    for (const row of await claim(context)) await runStep(context, row)
    expect(await readRow(context, id)).toMatchObject({ step: 'await', provider_job: null })

    if (slow) expect(await runStep(context, slow)).toBe(0)
    expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed' })
    expect((await engine.stats()).submitted).toBe(1)
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('cancels at the provider the job of a slow submit whose generation was refunded meanwhile', async () => {
    const options = { media: 'plain' as const, control: true, faults: 'stuck' }
    const { engine, context, account, start, money } = await world(options, {
      webhookBase: 'http://127.0.0.1:1',
    })
    const { id } = await start()
    const slow = (await claim(context)).find((row) => row.id === id)
    await sql`update generation set lease_until = now() where id = ${id}`.execute(context.database)
    for (const row of await claim(context)) await runStep(context, row)
    await cancelGeneration(context, account.id, id)
    const ended = await readRow(context, id)

    if (slow) expect(await runStep(context, slow)).toBeNull()
    const jobs = async () => (await fetch(`${engine.url}/control/jobs`)).json()
    await expect.poll(jobs).toMatchObject([{ httpStatus: 499 }])
    expect(await readRow(context, id)).toEqual(ended)
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('a step that takes longer than a lease keeps it', async () => {
    const { context, start } = await world()
    const { id } = await start()
    const row = (await claim(context)).find((one) => one.id === id)
    const before = await readRow(context, id)
    expect(row && (await extendLease(context.database, row, 600_000))).toBe(true)
    const after = await readRow(context, id)
    expect(Number(after.lease_until) - Number(before.lease_until)).toBeGreaterThan(500_000)
    await sql`update generation set lease_token = gen_random_uuid() where id = ${id}`.execute(
      context.database,
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
      job ? context.provider.status(job) : Promise.reject(new Error('It has no job'))
    await expect.poll(async () => (await state()).state).toBe('finished')
    await sql`update generation set step = ${step}, next_step_at = now() where id = ${id}`.execute(
      context.database,
    )
    const ended = await driveToEnd(context, id)
    expect(ended).toMatchObject({ status: 'completed', started_at: expect.any(Date) })
    expect(await state()).toMatchObject({ runMs: ended.run_ms })
    expect(timingsOf(ended)).toMatchObject({ run_ms: ended.run_ms, queue_ms: expect.any(Number) })
  })

  it('past its deadline, but finished at the provider: the result is kept', async () => {
    const { context, start, money } = await world({ media: 'plain', control: true })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    const job = (await readRow(context, id)).provider_job
    await expect
      .poll(async () => job && (await context.provider.status(job)).state)
      .toBe('finished')
    await sql`update generation set deadline = now() - interval '1 s' where id = ${id}`.execute(
      context.database,
    )
    expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed', refunded: 0 })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('past its deadline, and a webhook says too early that it has ended: stopped there, failed and refunded', async () => {
    const { context, start, money } = await world({ delayMs: 60_000 })
    const { id } = await start()
    for (const row of await claim(context)) await runStep(context, row)
    await sql`update generation set step = 'collect', finished_at = now(), deadline = now() - interval '1 s'
      where id = ${id}`.execute(context.database)
    expect(await driveToEnd(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'deadline',
    })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })
})
