import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createLocalWorker, type Reservation } from '#core/jobs/local-worker.ts'
import type { AllParts } from '#core/parts.ts'
import { startWorker } from '#core/worker/worker.ts'
import { readMoney, testAccount, testContext } from '#testing/context.ts'
import { claim, readRow } from '#testing/drive.ts'
import { fluxDev } from '#testing/models.ts'
import type { ClaimedGeneration } from './queries/generation-steps.ts'
import { startGeneration } from './start-generation.ts'

const base = await testContext()

/** A start beside a free worker; returns the rows that the worker was given. */
async function prepareStart(overrides: Partial<AllParts> = {}, credits = 1_000) {
  const given: (ClaimedGeneration | null)[] = []
  const token = randomUUID()
  const localWorker = createLocalWorker()
  localWorker.offer(() => ({ token, use: (row) => void given.push(row) }))
  const published: string[] = []
  const changes = { ...base.changes, publishDue: () => void published.push('due') }
  const context = { ...base, changes, localWorker, ...overrides }
  const { id: accountId } = await testAccount(context, { credits })
  const request = {
    accountId,
    model: fluxDev,
    input: { prompt: 'a fox' },
    requestId: 'once',
    isPublic: true,
  }
  return {
    context,
    accountId,
    token,
    given,
    published,
    start: () => startGeneration(context, request),
  }
}

describe('a start in a process with a free worker', () => {
  it('inserts the row claimed and marked as submitted, in the statement that charges', async () => {
    const { context, accountId, token, given, published, start } = await prepareStart()
    const { id } = await start()
    expect(given).toMatchObject([
      {
        id,
        lease_token: token,
        step: 'submit',
        late: false,
        past_deadline: false,
        submit_attempted: false,
      },
    ])
    const row = await readRow(context, id)
    expect(row).toMatchObject({ lease_token: token, submit_started_at: expect.any(Date) })
    const ofClaim = { late: false, past_deadline: false, submit_attempted: false }
    expect(given).toEqual([{ ...row, ...ofClaim, lost_leases: 0, stalls: 0 }])
    expect(row.lease_until?.getTime()).toBeGreaterThan(Date.now())
    expect(await claim(context)).toEqual([])
    expect(published).toEqual([])
    expect(await readMoney(context, accountId)).toMatchObject({ balance: 970, sum: 970 })
  })

  it('is treated as submitted by the worker that claims it after a crash', async () => {
    const { context, start } = await prepareStart()
    const { id } = await start()
    await sql`update job set lease_until = now() - interval '1 s' where generation_id = ${id}`.execute(
      context.database,
    )
    expect(await claim(context)).toMatchObject([{ id, submit_attempted: true }])
  })

  it('releases the reservation when it is refused or repeated', async () => {
    const poor = await prepareStart({}, 29)
    await expect(poor.start()).rejects.toMatchObject({
      refusal: { reason: 'insufficient_credits' },
    })
    expect(poor.given).toEqual([null])

    const { given, start } = await prepareStart()
    const first = await start()
    expect((await start()).id).toBe(first.id)
    expect(given).toMatchObject([{ id: first.id }, null])
  })

  it('whose commit is unknown is released to other workers as never submitted', async () => {
    let isLost = false
    const database = base.database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isLost || !result.rows.some((row) => 'lease_token' in row)) return result
        isLost = true
        throw new Error('Connection terminated unexpectedly')
      },
    })
    const { context, accountId, given, published, start } = await prepareStart({ database })
    await expect(start()).rejects.toThrow('terminated')
    await context.background.idle()
    expect(given).toEqual([null])
    expect(published).toEqual(['due'])
    expect(await claim(context)).toMatchObject([{ account_id: accountId, submit_attempted: false }])
  })
})

describe('a worker', () => {
  it('offers its free capacity, and waits for reservations when it stops', async () => {
    const context = { ...base, localWorker: createLocalWorker() }
    expect(context.localWorker.reserve()).toBeNull()
    const worker = startWorker(context, { concurrency: 2 })
    const [one, two] = [context.localWorker.reserve(), context.localWorker.reserve()]
    expect(new Set([one?.token, two?.token]).size).toBe(2)
    expect(context.localWorker.reserve()).toBeNull()
    one?.use(null)
    let three: Reservation | null = null
    await expect.poll(() => (three = context.localWorker.reserve())).not.toBeNull()

    const stopped = worker.stop().then(() => 'stopped')
    expect(context.localWorker.reserve()).toBeNull()
    expect(await Promise.race([stopped, Promise.resolve('waiting')])).toBe('waiting')
    for (const room of [two, three]) (room as Reservation | null)?.use(null)
    expect(await stopped).toBe('stopped')
  })
})
