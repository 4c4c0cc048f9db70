import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createLocalWorker } from '#core/jobs/local-worker.ts'
import type { AllParts } from '#core/parts.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { falOf, readMoney, testAccount, testContext, testProviders } from '#testing/context.ts'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { fluxDev } from '#testing/models.ts'
import { testEmulator } from '#testing/server.ts'
import { type Event, webhookSender } from '#testing/webhook-sender.ts'
import { canCancel, cancelGeneration } from '../cancel-generation.ts'
import { advance, type ClaimedGeneration } from '../queries/generation-steps.ts'
import { resumeRecovered } from '../queries/resume-generation.ts'
import { unknownSubmitWait } from '../rules/timetable.ts'
import { startGeneration } from '../start-generation.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { runStep } from './run-step.ts'

const sender = await webhookSender()
const base = await testContext()
const long = 3_600_000

/** A submitted generation, with the emulator's faults; its next poll is far in the future. */
type Emulator = Awaited<ReturnType<typeof testEmulator>>
type Options = { faults?: string; prompt?: string; emulator?: Emulator } & Partial<AllParts>

async function submittedGeneration({
  faults = '',
  prompt = 'a fox',
  emulator: given,
  ...overrides
}: Options = {}) {
  const emulator =
    given ?? (await testEmulator({ delayMs: 1, faults, control: true, media: 'plain' }))
  const context = {
    ...base,
    ...overrides,
    providers: testProviders(emulator.url, {
      jwksUrl: sender.jwksUrl,
      webhookBase: 'http://127.0.0.1:1',
    }),
  }
  const account = await testAccount(context)
  const request = { accountId: account.id, model: fluxDev, requestId: undefined, isPublic: true }
  const { id } = await startGeneration(context, {
    ...request,
    input: { prompt, image_size: 'square' },
  })
  const claimed = (await claim(context)).find((row) => row.id === id)
  if (!claimed) throw new Error('Nothing was due')
  await runStep(context, claimed)
  await sql`update job set next_step_at = now() + interval '1 hour' where generation_id = ${id} and step = 'poll'`.execute(
    context.database,
  )
  const row = () => readRow(context, id)
  const receive = async (
    event: Event,
    address: { id?: string; token?: string; kinds?: ['video'] } = {},
  ) => {
    const { account_id: accountId, webhook_token: token } = await row()
    const { body, headers } = sender.sign(event)
    return receiveWebhook(context, {
      provider: 'fal',
      accountId,
      id,
      token,
      kinds: ['image'],
      ...address,
      body,
      header: (name) => headers[name],
    })
  }
  const atProvider = async () =>
    (await (await fetch(`${emulator.url}/control/jobs`)).json()) as {
      id: string
      httpStatus: number | null
    }[]
  return {
    emulator,
    context,
    account,
    id,
    row,
    receive,
    atProvider,
    requestId: async () => (await row()).provider_job?.requestId ?? '',
  }
}

/** Returns the reasons of the alerts about a generation, in order. */
async function alertsOf({ database }: AllParts, id: string): Promise<string[]> {
  const notes = database
    .selectFrom('alert')
    .select('reason')
    .where('generation_id', '=', id)
    .orderBy('id')
  return (await notes.execute()).map(({ reason }) => reason)
}

describe('a webhook of a submitted job', () => {
  it('makes its generation due for collecting; repeated and late ones change nothing', async () => {
    const { context, account, id, row, receive, requestId } = await submittedGeneration()
    const event = { requestId: await requestId() }
    expect(await receive(event)).toBe('due')
    const woken = await row()
    expect(woken).toMatchObject({ step: 'collect', attempts: 0 })
    expect(await receive(event)).toBe('known')
    expect(await row()).toEqual(woken)

    expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed' })
    // Its thumbnail is made later, and changes the row too.
    await context.background.idle()
    const ended = await row()
    expect(await receive(event)).toBe('known')
    expect(await row()).toEqual(ended)
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 970, sum: 970 })
  })

  it('is unknown where the job of the same id is at another provider', async () => {
    const { context, id, row, receive, requestId } = await submittedGeneration()
    const event = { requestId: await requestId() }
    await sql`update job set provider_job = provider_job || '{"provider": "other"}'
      where generation_id = ${id}`.execute(context.database)
    const before = await row()
    expect(await receive(event)).toBe('unknown')
    expect(await row()).toEqual(before)
  })

  it('passes it claimed to this process’s worker if that is free and no other worker has claimed it', async () => {
    const localWorker = createLocalWorker()
    const { context, id, row, receive, requestId } = await submittedGeneration({ localWorker })
    const given: (ClaimedGeneration | null)[] = []
    const token = randomUUID()
    localWorker.offer(() => ({ token, use: (taken) => void given.push(taken) }))
    const event = { requestId: await requestId() }

    await sql`update job set next_step_at = now() where generation_id = ${id}`.execute(
      context.database,
    )
    const [held] = await claim(context)
    expect(await receive(event)).toBe('due')
    expect(await row()).toMatchObject({
      step: 'poll',
      is_resumed: true,
      lease_token: held?.lease_token,
    })
    if (held) await advance(context.database, held, { step: 'poll', attempts: 0, delay: long })

    expect(await receive(event)).toBe('due')
    expect(given).toMatchObject([
      null,
      { id, step: 'collect', lease_token: token, late: false, is_resumed: false },
    ])
    expect(await claim(context)).toEqual([])
    expect(await receive(event)).toBe('known')
    const job = (await row()).provider_job
    if (job)
      await expect.poll(async () => (await falOf(context).status(job)).state).toBe('finished')
    if (given[1]) await runStep(context, given[1])
    expect(await row()).toMatchObject({ status: 'completed', refunded: 0 })
  })

  it.each([
    ['later', 60_000, false],
    ['before the lease ends', 1_000, true],
  ])(
    'claims one whose next poll is %s: due again by the end of the lease',
    async (_, delay, stays) => {
      const localWorker = createLocalWorker()
      const { context, id, row, receive, requestId } = await submittedGeneration({ localWorker })
      localWorker.offer(() => ({ token: randomUUID(), use: () => undefined }))
      await sql`update job set next_step_at = now() + ${delay} * interval '1 ms'
      where generation_id = ${id}`.execute(context.database)
      const before = await row()
      expect(await receive({ requestId: await requestId() })).toBe('due')
      const { next_step_at: dueAt, lease_until: leasedUntil } = await row()
      expect(dueAt?.getTime() === before.next_step_at?.getTime()).toBe(stays)
      expect(dueAt?.getTime()).toBeLessThan(leasedUntil?.getTime() ?? 0)
    },
  )

  it('during a worker’s step makes the next step follow at once', async () => {
    const { context, id, row, receive, requestId } = await submittedGeneration()
    await sql`update job set next_step_at = now() where generation_id = ${id}`.execute(
      context.database,
    )
    const [held] = await claim(context)
    expect(await receive({ requestId: await requestId() })).toBe('due')
    expect(await row()).toMatchObject({ step: 'poll', is_resumed: true })
    expect(
      held && (await advance(context.database, held, { step: 'poll', attempts: 0, delay: long })),
    ).toBe(0)
    expect(await claim(context)).toMatchObject([{ id, is_resumed: false }])
  })

  it('changes nothing with the id of another job, generation, token or kind', async () => {
    const { row, receive, requestId } = await submittedGeneration()
    const other = await submittedGeneration()
    const before = await row()
    const event = { requestId: await requestId() }
    expect(await receive({ requestId: await other.requestId() })).toBe('unknown')
    expect(await receive(event, { id: other.id })).toBe('unknown')
    expect(await receive(event, { token: (await other.row()).webhook_token })).toBe('unknown')
    expect(await receive(event, { token: 'x' })).toBe('unknown')
    expect(await receive(event, { kinds: ['video'] })).toBe('unknown')
    expect(await row()).toEqual(before)
  })
})

describe('a submit with an unknown outcome', () => {
  it('is not repeated but waits, and a late webhook recovers it', async () => {
    const { context, account, id, row, receive, atProvider } = await submittedGeneration({
      faults: 'drop-after',
    })
    expect(await row()).toMatchObject({ step: 'await', status: 'pending', provider_job: null })
    const [job] = await atProvider()
    await expect.poll(() => receive({ requestId: job?.id ?? '' })).toBe('recovered')
    expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed' })
    expect(await atProvider()).toHaveLength(1)
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 970, sum: 970 })
  })

  it('is not recovered while a worker may still get the answer: the webhook must be sent again', async () => {
    const { context, id, row, receive } = await submittedGeneration({ faults: 'drop-after' })
    await sql`update job set step = 'submit', lease_until = now() + interval '20 s', lease_token = gen_random_uuid()
      where generation_id = ${id}`.execute(onShardOf(context.database, (await row()).account_id))
    const before = await row()
    expect(await receive({ requestId: 'anybody’s' })).toBe('early')
    // Also when a worker claimed the row after it was read.
    const caller = {
      provider: 'fal',
      accountId: before.account_id,
      id,
      token: before.webhook_token,
      kinds: ['image'],
      requestId: 'anybody’s',
    } as const
    const job = { provider: 'fal', endpoint: 'fal-ai/flux/dev', requestId: 'anybody’s', urls: {} }
    expect(await resumeRecovered(context.database, caller, job)).toBe(false)
    expect(await row()).toEqual(before)
  })

  it('is never completed with the result of another generation’s submit', async () => {
    const other = await submittedGeneration({ faults: 'drop-after', prompt: 'a secret' })
    const { row, receive } = await submittedGeneration({
      faults: 'drop-after',
      emulator: other.emulator,
    })
    const [theirs] = await other.atProvider()
    const before = await row()
    await expect.poll(() => receive({ requestId: theirs?.id ?? '' })).toBe('unknown')
    expect(await row()).toEqual(before)
    expect(await other.receive({ requestId: theirs?.id ?? '' })).toBe('recovered')
    expect(await driveToEnd(other.context, other.id)).toMatchObject({ status: 'completed' })
  })

  it('is not recovered with the job of another generation', async () => {
    const other = await submittedGeneration()
    const { row, receive } = await submittedGeneration({ faults: 'drop-after' })
    const before = await row()
    expect(await receive({ requestId: await other.requestId() })).toBe('early')
    expect(await row()).toEqual(before)
  })

  it('waits a few times the usual duration at most, and never beyond the deadline', async () => {
    const { context, row } = await submittedGeneration({ faults: 'drop-before' })
    const waiting = await row()
    // One statement wrote both.
    const wait = Number(waiting.next_step_at) - Number(waiting.updated_at)
    expect(Math.round(wait / 1000)).toBe(unknownSubmitWait('image') / 1000)
    expect(Number(waiting.next_step_at)).toBeLessThan(Number(waiting.deadline))

    const hasty = await submittedGeneration({
      faults: 'drop-before',
      deadlines: { ...context.deadlines, image: 30_000 },
    })
    const { next_step_at, deadline } = await hasty.row()
    expect(next_step_at).toEqual(deadline)
  })

  it('fails after the wait, with a refund and an alert', async () => {
    const { context, account, id } = await submittedGeneration({ faults: 'drop-before' })
    const failed = { status: 'failed', error_code: 'unknown_outcome', refunded: 30 }
    expect(await driveToEnd(context, id, 2)).toMatchObject(failed)
    expect(await alertsOf(context, id)).toEqual(['unknown_outcome'])
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 1000, sum: 1000 })
  })

  it('can be cancelled by its owner: refunded once, and cancelled at the provider if a webhook arrives', async () => {
    const { context, account, id, row, receive, atProvider } = await submittedGeneration({
      faults: 'drop-after,stuck',
      autoRefund: false,
    })
    expect(canCancel(await row())).toBe(true)
    const stop = () => cancelGeneration(context, account.id, id)
    expect(await Promise.all([stop(), stop(), stop()])).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ])
    const stopped = await row()
    expect(stopped).toMatchObject({
      status: 'failed',
      error_code: 'cancelled',
      refunded: 30,
      step: null,
    })

    const [job] = await atProvider()
    expect(await receive({ requestId: job?.id ?? '' })).toBe('known')
    await context.background.idle()
    await expect.poll(atProvider).toMatchObject([{ id: job?.id, httpStatus: 499 }])
    expect(await row()).toEqual(stopped)
    expect(await alertsOf(context, id)).toEqual(['unknown_outcome', 'late_result'])
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 1000, sum: 1000 })
  })

  it('never cancels the job of another generation', async () => {
    const other = await submittedGeneration({ prompt: 'a fox [fault:stuck]' })
    const lost = { prompt: 'a cat [fault:drop-before]', emulator: other.emulator }
    const { context, account, id, receive } = await submittedGeneration(lost)
    await cancelGeneration(context, account.id, id)
    expect(await receive({ requestId: await other.requestId() })).toBe('known')
    await context.background.idle()
    expect(await other.atProvider()).toMatchObject([{ httpStatus: null }])
  })

  it('fails at its deadline with a refund and one alert; a late webhook adds another', async () => {
    const { context, account, id, row, receive } = await submittedGeneration({
      faults: 'drop-before',
    })
    await sql`update job set deadline = now() - interval '1 s' where generation_id = ${id}`.execute(
      context.database,
    )
    expect(await driveToEnd(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'unknown_outcome',
      refunded: 30,
    })
    const ended = await row()
    expect(await receive({ requestId: 'late-one' })).toBe('known')
    expect(await receive({ requestId: 'late-one' })).toBe('known')
    expect(await row()).toEqual(ended)

    expect(await alertsOf(context, id)).toEqual(['unknown_outcome', 'late_result'])
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 1000, sum: 1000 })
  })
})
