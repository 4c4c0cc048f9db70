import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openChanges } from '#core/events/changes.ts'
import { readMoney, testAccount, testContext, testProviders } from '#testing/context.ts'
import { testConnection } from '#testing/database/database.ts'
import { driveToEnd } from '#testing/drive.ts'
import { fluxDev } from '#testing/models.ts'
import { testEmulator, testServer } from '#testing/server.ts'
import { timingsOf } from '../rules/timings.ts'
import { startGeneration } from '../start-generation.ts'

const hour = 3_600_000
const changes = await openChanges(await testConnection(), () => undefined)
afterAll(() => changes.close())
const seconds: number[] = []
const base = await testContext({
  now: changes.now,
  meter: {
    count: () => undefined,
    observe: (name, _, value) => {
      if (name === 'atelier_job_seconds') seconds.push(value)
    },
  },
})

/** Shifts the process's clock, but not PostgreSQL's, by so many ms. */
function skewClock(by: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by, shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

describe.each([
  ['ahead', hour],
  ['behind', -hour],
])('a process whose clock is an hour %s', (_, by) => {
  beforeEach(() => {
    seconds.length = 0
  })

  it('completes a job within its deadline, and measures how long it really took', async () => {
    const emulator = await testEmulator({ delayMs: 10 })
    const context = { ...base, providers: testProviders(emulator.url) }
    const account = await testAccount(context, { credits: 500 })
    skewClock(by)
    const { id } = await startGeneration(context, {
      accountId: account.id,
      model: fluxDev,
      input: { prompt: 'a fox', num_images: 1, image_size: 'square', seed: 7 },
      requestId: undefined,
      isPublic: true,
    })
    const row = await driveToEnd(context, id)
    expect([row.status, row.error_code, row.error_message]).toEqual(['completed', null, null])
    expect(await readMoney(context, account.id)).toMatchObject({ sum: 500 - row.price })
    const { queue_ms, run_ms } = timingsOf(row)
    for (const ms of [queue_ms ?? 0, run_ms ?? 0]) expect(ms).toBeLessThan(hour / 2)
    expect(seconds.length).toBeGreaterThan(0)
    for (const value of seconds) expect(value).toBeLessThan(hour / 2 / 1_000)
  })

  it('sends browsers PostgreSQL’s time, the clock of the records they show', async () => {
    const { app } = await testServer()
    const really = Date.now()
    skewClock(by)
    const { headers } = await app.request('http://localhost:3000/api/settings')
    expect(Math.abs(Date.parse(headers.get('date') ?? '') - really)).toBeLessThan(hour / 2)
  })
})
