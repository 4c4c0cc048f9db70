import { describe, expect, it } from 'vitest'
import { falOf, testProviders } from '#testing/context.ts'
import { claim, driveToDeadline, driveToEnd, readRow } from '#testing/drive.ts'
import { notesOf, stepWorld } from '#testing/services/step-world.ts'
import { runStep } from './run-step.ts'

const world = await stepWorld()

describe('a failure of the provider', () => {
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

  it('refused connections: retries the submit until the deadline, then fails and refunds', async () => {
    const { context, start, money } = await world(
      {},
      { providers: testProviders('http://127.0.0.1:65531') },
    )
    const { id } = await start()
    await expect(driveToEnd(context, id, 20)).rejects.toThrow('Still open')
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

  it('refused connections for a while: submits once they are accepted, and completes', async () => {
    const { emulator, context, start, money } = await world({ media: 'plain' })
    const { id } = await start()
    const away = { ...context, providers: testProviders('http://127.0.0.1:65531') }
    await expect(driveToEnd(away, id, 20)).rejects.toThrow('Still open')
    expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed' })
    expect((await emulator.stats()).submitted).toBe(1)
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('stores the message of an input error, not that of an account error', async () => {
    const validation = await world({ faults: 'validation' })
    const funds = await world({ faults: 'exhausted-balance' })
    const wrong = await driveToEnd(validation.context, (await validation.start()).id)
    const broke = await driveToEnd(funds.context, (await funds.start()).id)
    expect(wrong.error_message).toMatch(/\w/)
    expect(broke.error_message).toBeNull()
  })
})

describe('an unexpected answer of the provider', () => {
  it('keeps a finished image beside text with NUL and lone surrogates', async () => {
    const { context, start, money } = await world({ faults: 'nul-result', media: 'plain' })
    expect(await driveToEnd(context, (await start()).id)).toMatchObject({
      status: 'completed',
      seed: '7',
    })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('fails at once and refunds when the body of a result never ends', async () => {
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

  it('gives up a result that is cut off after six attempts, with an alert', async () => {
    const { context, start, money } = await world({ faults: 'truncated', media: 'plain' })
    const fal = falOf(context)
    let fetched = 0
    const result: typeof fal.result = (job) => {
      fetched += 1
      return fal.result(job)
    }
    const counting = { provider: { ...fal, result }, webhookBase: null, signsInputs: false }
    const providers = new Map([['fal', counting]])
    const ended = await driveToEnd({ ...context, providers }, (await start()).id)
    expect(ended).toMatchObject({ status: 'failed', error_code: 'result_lost' })
    expect(fetched).toBe(6)
    expect(await notesOf(context, ended.id)).toEqual([{ reason: 'result_lost' }])
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('polls without logs when those never end', async () => {
    const { context, start } = await world({ faults: 'endless-status', media: 'plain' })
    expect(await driveToEnd(context, (await start()).id)).toMatchObject({ status: 'completed' })
  })

  it('fails at once, refunds and alerts when a job id is repeated; the first generation keeps the job', async () => {
    const { context, start, money } = await world({ media: 'plain' })
    const [first, second] = [await start(), await start()]
    const fal = falOf(context)
    let known: Awaited<ReturnType<typeof fal.submit>> | undefined
    const submit: typeof fal.submit = async (...all) => {
      known ??= await fal.submit(...all)
      return known
    }
    const repeating = { provider: { ...fal, submit }, webhookBase: null, signsInputs: false }
    for (const row of await claim(context))
      await runStep({ ...context, providers: new Map([['fal', repeating]]) }, row)
    const rows = await Promise.all([first, second].map(({ id }) => readRow(context, id)))
    const failed = rows.find(({ status }) => status === 'failed')
    expect(failed).toMatchObject({
      error_code: 'provider_error',
      refunded: 30,
      provider_job: null,
      step: null,
    })
    const notes = await context.database
      .selectFrom('alert')
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

describe('a partial result', () => {
  it('is stored, and the missing share is refunded', async () => {
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

describe('automatic refunds turned off', () => {
  it('keep the charge of a failed generation until its owner requests a refund', async () => {
    const { context, start, money } = await world({ failureRate: 1 }, { autoRefund: false })
    expect(await driveToEnd(context, (await start()).id)).toMatchObject({
      status: 'failed',
      refunded: 0,
    })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('still refund the missing share of a partial result automatically', async () => {
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
