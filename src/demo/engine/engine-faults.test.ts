import { promises as disk } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EngineWorld, engineWorld, tiny } from './testing/engine-world.ts'

let world: EngineWorld
beforeEach(async () => {
  world = await engineWorld()
})
afterEach(() => world.close())

type ImageAnswer = { images: { url: string }[]; has_nsfw_concepts: boolean[] }

describe('faults at the submit', () => {
  it.each([
    ['refuse-429', 429, { detail: expect.any(String) }],
    ['refuse-503', 503, { detail: expect.any(String) }],
    ['html-502', 502, expect.stringContaining('<html>')],
    ['unauthorized', 401, { detail: expect.any(String) }],
    ['exhausted-balance', 403, { detail: expect.stringContaining('User is locked. Reason: Exhausted balance.') }],
  ])('%s answers %i and accepts nothing', async (faults, status, body) => {
    const engine = await world.start({ faults })
    expect(await engine.submit()).toMatchObject({ status, body })
    expect(await engine.stats()).toMatchObject({ submitted: 0 })
  })

  it.each([
    ['drop-before', 0],
    ['drop-after', 1],
  ])('%s hangs up with %i jobs accepted', async (faults, submitted) => {
    const engine = await world.start({ faults })
    await expect(engine.submit()).rejects.toThrow()
    expect(await engine.stats()).toMatchObject({ submitted })
  })
})

describe('faults in the result', () => {
  it.each([
    ['internal-error', 500, { detail: expect.any(String), error_type: 'internal_error' }],
    ['validation', 422, { detail: [{ loc: ['body', 'prompt'], msg: expect.any(String), type: 'string_too_short' }] }],
    ['content-policy', 422, { detail: [{ type: 'content_policy_violation', msg: expect.any(String) }] }],
    ['lost-result', 404, { detail: expect.any(String) }],
  ])('%s completes and then answers %i', async (faults, status, body) => {
    const engine = await world.start({ faults })
    const job = await engine.accepted()
    await engine.completed(job)
    expect((await engine.status(job)).body).toMatchObject({ status: 'COMPLETED' })
    expect(await engine.result(job)).toMatchObject({ status, body })
  })

  it('names the kind of an infrastructure error in a header and in the status', async () => {
    const engine = await world.start({ failureRate: 1 })
    const job = await engine.accepted()
    await engine.completed(job)
    expect((await engine.result(job)).headers.get('x-fal-error-type')).toBe('internal_error')
    expect((await engine.status(job)).body).toMatchObject({ error_type: 'internal_error' })
  })

  it('nsfw flags some images but never all, nsfw-all every one, empty gives none', async () => {
    const engine = await world.start()
    const answer = async (fault: string, num_images: number) => {
      const job = await engine.accepted({ ...tiny, prompt: `[fault:${fault}]`, num_images })
      await engine.completed(job)
      return (await engine.result(job)).body as ImageAnswer
    }
    const some = (await answer('nsfw', 4)).has_nsfw_concepts
    expect(some).toHaveLength(4)
    expect(new Set(some)).toEqual(new Set([true, false]))
    expect((await answer('nsfw', 1)).has_nsfw_concepts).toEqual([true])
    expect((await answer('nsfw-all', 2)).has_nsfw_concepts).toEqual([true, true])
    expect(await answer('empty', 2)).toMatchObject({ images: [], has_nsfw_concepts: [] })
  })

  it('truncated cuts the JSON', async () => {
    const engine = await world.start({ faults: 'truncated' })
    const job = await engine.accepted()
    await engine.completed(job)
    expect(await engine.result(job)).toMatchObject({ status: 200, body: expect.stringMatching(/^\{"images"/) })
  })

  it.each([
    ['missing-file', 404, /text\/plain/],
    ['wrong-type', 200, /text\/html/],
  ])('%s answers %i for the file', async (faults, status, type) => {
    const engine = await world.start({ faults })
    const job = await engine.accepted()
    await engine.completed(job)
    const { images } = (await engine.result(job)).body as ImageAnswer
    const file = await fetch(images[0]?.url ?? '')
    expect(file.status).toBe(status)
    expect(file.headers.get('content-type')).toMatch(type)
  })

  it('slow makes a job take eight times as long', async () => {
    const engine = await world.start({ faults: 'slow', delayMs: 100_000 })
    const { request_id } = await engine.accepted()
    const job = await disk.readFile(join(world.dataDir, 'demo-engine', 'jobs', `${request_id}.json`), 'utf8')
    expect(JSON.parse(job).durationMs).toBeGreaterThanOrEqual(640_000)
  })
})
