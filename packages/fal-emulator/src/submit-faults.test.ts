import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forever, type TestEmulators, testEmulators, tiny } from './testing/test-emulator.ts'

let world: TestEmulators
beforeEach(async () => {
  world = await testEmulators()
})
afterEach(() => world.close())

describe('a submit is refused', () => {
  it.each([
    ['refuse-429', 429, { detail: expect.any(String) }],
    ['refuse-500', 500, { detail: expect.any(String) }],
    ['refuse-503', 503, { detail: expect.any(String) }],
    ['html-502', 502, expect.stringContaining('<html>')],
    ['html-200', 200, expect.stringContaining('<title>Sign in')],
    ['unauthorized', 401, { detail: expect.any(String) }],
    [
      'exhausted-balance',
      403,
      { detail: expect.stringContaining('User is locked. Reason: Exhausted balance.') },
    ],
    [
      'account-locked',
      403,
      { detail: expect.stringContaining('User is locked. Reason: Admin lock.') },
    ],
  ])('%s answers %i and accepts nothing', async (faults, status, body) => {
    const emulator = await world.start({ faults, durable: false })
    expect(await emulator.submit()).toMatchObject({ status, body })
    expect(await emulator.stats()).toMatchObject({ submitted: 0 })
  })

  it('for as many submissions as the prompt says', async () => {
    const emulator = await world.start({ durable: false, media: 'plain' })
    const submit = async (prompt: string) => (await emulator.submit({ ...tiny, prompt })).status
    const prompt = 'a fox [fault:refuse-503*2]'
    expect([await submit(prompt), await submit(prompt), await submit(prompt)]).toEqual([
      503, 503, 200,
    ])
  })

  it('when more jobs wait than the caller allows', async () => {
    const emulator = await world.start({ durable: false, delayMs: forever, concurrency: 1 })
    const endpoint = 'fal-ai/flux/dev'
    await emulator.submit(tiny, endpoint)
    // Those that wait for another endpoint do not count.
    for (const _ of [1, 2, 3]) await emulator.submit(tiny, 'fal-ai/flux/schnell')
    const submit = async () =>
      (await emulator.submit(tiny, endpoint, { fal_max_queue_length: '1' })).status
    expect([await submit(), await submit(), await submit()]).toEqual([200, 200, 429])
  })
})

describe('a submit without an answer, or with an invalid one', () => {
  it.each([
    ['drop-before', 0],
    ['drop-after', 1],
  ])('%s closes the connection with %i jobs accepted', async (faults, submitted) => {
    const emulator = await world.start({ faults })
    await expect(emulator.submit()).rejects.toThrow()
    expect(await emulator.stats()).toMatchObject({ submitted })
  })

  it.each([
    ['hang-before', 0],
    ['hang-after', 1],
  ])(
    '%s sends nothing until the caller disconnects, with %i jobs accepted',
    async (faults, submitted) => {
      const emulator = await world.start({ faults, durable: false })
      const caller = new AbortController()
      const request = { method: 'POST', body: JSON.stringify(tiny), signal: caller.signal }
      const refused = expect(emulator.send('/fal-ai/flux/dev', request)).rejects.toThrow('aborted')
      await expect.poll(() => emulator.stats()).toMatchObject({ submitted })
      caller.abort()
      await refused
      expect(await emulator.stats()).toMatchObject({ submitted })
    },
  )

  it('hang-before does not prevent the emulator from stopping', async () => {
    const emulator = await world.start({ faults: 'hang-before', durable: false })
    const submit = emulator.submit().catch(() => 'gone')
    await expect.poll(() => emulator.stats()).toMatchObject({ submitted: 0 })
    await emulator.stop()
    expect(await submit).toBe('gone')
  })

  it.each([
    ['accepted-500', 500, { detail: 'Internal Server Error' }],
    [
      'truncated-submit',
      200,
      expect.stringMatching(/^\{"status":"IN_QUEUE","request_id":"[0-9a-f]*$/),
    ],
  ])('%s answers %i and has accepted the job', async (faults, status, body) => {
    const emulator = await world.start({ faults, durable: false, media: 'plain' })
    expect(await emulator.submit()).toMatchObject({ status, body })
    expect(await emulator.stats()).toMatchObject({ submitted: 1 })
  })
})
