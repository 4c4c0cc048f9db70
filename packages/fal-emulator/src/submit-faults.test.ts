import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EngineWorld, engineWorld, forever, tiny } from './testing/test-emulator.ts'

let world: EngineWorld
beforeEach(async () => {
  world = await engineWorld()
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
    const engine = await world.start({ faults, durable: false })
    expect(await engine.submit()).toMatchObject({ status, body })
    expect(await engine.stats()).toMatchObject({ submitted: 0 })
  })

  it('as often as the prompt says', async () => {
    const engine = await world.start({ durable: false, pictures: 'plain' })
    const submit = async (prompt: string) => (await engine.submit({ ...tiny, prompt })).status
    const prompt = 'a fox [fault:refuse-503*2]'
    expect([await submit(prompt), await submit(prompt), await submit(prompt)]).toEqual([
      503, 503, 200,
    ])
  })

  it('when more wait than the caller wants before it', async () => {
    const engine = await world.start({ durable: false, delayMs: forever, concurrency: 1 })
    await engine.submit()
    const submit = async () =>
      (await engine.submit(tiny, 'fal-ai/flux/dev', { fal_max_queue_length: '1' })).status
    expect([await submit(), await submit(), await submit()]).toEqual([200, 200, 429])
  })
})

describe('a submit is not answered, or not well', () => {
  it.each([
    ['drop-before', 0],
    ['drop-after', 1],
  ])('%s hangs up with %i jobs accepted', async (faults, submitted) => {
    const engine = await world.start({ faults })
    await expect(engine.submit()).rejects.toThrow()
    expect(await engine.stats()).toMatchObject({ submitted })
  })

  it.each([
    ['hang-before', 0],
    ['hang-after', 1],
  ])(
    '%s says nothing until the caller gives up, with %i jobs accepted',
    async (faults, submitted) => {
      const engine = await world.start({ faults, durable: false })
      const caller = new AbortController()
      const request = { method: 'POST', body: JSON.stringify(tiny), signal: caller.signal }
      const refused = expect(engine.ask('/fal-ai/flux/dev', request)).rejects.toThrow('aborted')
      await expect.poll(() => engine.stats()).toMatchObject({ submitted })
      caller.abort()
      await refused
      expect(await engine.stats()).toMatchObject({ submitted })
    },
  )

  it('hang-before does not keep the engine from stopping', async () => {
    const engine = await world.start({ faults: 'hang-before', durable: false })
    const submit = engine.submit().catch(() => 'gone')
    await expect.poll(() => engine.stats()).toMatchObject({ submitted: 0 })
    await engine.stop()
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
    const engine = await world.start({ faults, durable: false, pictures: 'plain' })
    expect(await engine.submit()).toMatchObject({ status, body })
    expect(await engine.stats()).toMatchObject({ submitted: 1 })
  })
})
