import { promises as disk } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestEmulators, testEmulators, tiny } from './testing/test-emulator.ts'

let world: TestEmulators
beforeEach(async () => {
  world = await testEmulators()
})
afterEach(() => world.close())

type ImageAnswer = { images: { url: string }[]; has_nsfw_concepts: boolean[] }

describe('faults in the result', () => {
  it.each([
    ['internal-error', 500, { detail: expect.any(String), error_type: 'internal_error' }],
    [
      'validation',
      422,
      { detail: [{ loc: ['body', 'prompt'], msg: expect.any(String), type: 'string_too_short' }] },
    ],
    ['request-timeout', 504, { detail: expect.any(String), error_type: 'request_timeout' }],
    [
      'file-download-error',
      422,
      { detail: [{ loc: ['body', 'image_url'], type: 'file_download_error' }] },
    ],
    [
      'content-policy',
      422,
      { detail: [{ type: 'content_policy_violation', msg: expect.any(String) }] },
    ],
    ['lost-result', 404, { detail: expect.any(String) }],
  ])('%s completes and then answers %i', async (faults, status, body) => {
    const emulator = await world.start({ faults })
    const job = await emulator.accepted()
    await emulator.completed(job)
    expect((await emulator.status(job)).body).toMatchObject({ status: 'COMPLETED' })
    expect(await emulator.result(job)).toMatchObject({ status, body })
  })

  it('names the type of an infrastructure error in a header and in the status', async () => {
    const emulator = await world.start({ failureRate: 1 })
    const job = await emulator.accepted()
    await emulator.completed(job)
    expect((await emulator.result(job)).headers.get('x-fal-error-type')).toBe('internal_error')
    expect((await emulator.status(job)).body).toMatchObject({ error_type: 'internal_error' })
  })

  it('nsfw flags some images but never all, nsfw-all every one, empty gives none', async () => {
    const emulator = await world.start()
    const answer = async (fault: string, num_images: number) => {
      const job = await emulator.accepted({ ...tiny, prompt: `[fault:${fault}]`, num_images })
      await emulator.completed(job)
      return (await emulator.result(job)).body as ImageAnswer
    }
    const some = (await answer('nsfw', 4)).has_nsfw_concepts
    expect(some).toHaveLength(4)
    expect(new Set(some)).toEqual(new Set([true, false]))
    expect((await answer('nsfw', 1)).has_nsfw_concepts).toEqual([true])
    expect((await answer('nsfw-all', 2)).has_nsfw_concepts).toEqual([true, true])
    expect(await answer('empty', 2)).toMatchObject({ images: [], has_nsfw_concepts: [] })
  })

  it('truncated cuts the JSON', async () => {
    const emulator = await world.start({ faults: 'truncated' })
    const job = await emulator.accepted()
    await emulator.completed(job)
    expect(await emulator.result(job)).toMatchObject({
      status: 200,
      body: expect.stringMatching(/^\{"images"/),
    })
  })

  it('nul-result is valid JSON with NUL in its texts, and unchanged file addresses', async () => {
    const emulator = await world.start({ faults: 'nul-result' })
    const job = await emulator.accepted()
    await emulator.completed(job)
    const { body } = await emulator.result(job)
    expect(body).toMatchObject({
      seed: expect.stringMatching(/^\d+\0$/),
      prompt: 'a r\0ed fox',
      timings: '\ud800',
    })
    expect((await fetch((body as ImageAnswer).images[0]?.url ?? '')).status).toBe(200)
  })

  it.each(['endless-result', 'endless-status'])('%s exceeds every size limit', async (faults) => {
    const emulator = await world.start({ faults })
    const job = await emulator.accepted()
    const state = async () =>
      ((await emulator.send(job.status_url)).body as { status: string }).status
    await expect.poll(state).toBe('COMPLETED')
    const address = faults === 'endless-result' ? job.response_url : `${job.status_url}?logs=1`
    const response = await fetch(address, { headers: { authorization: 'Key test:secret' } })
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > 20 * 1024 ** 2) break
    }
    expect(bytes).toBeGreaterThan(20 * 1024 ** 2)
  })

  it('the same input has the same images flagged', async () => {
    const flags = async () => {
      const emulator = await world.start({ faults: 'nsfw', durable: false })
      const job = await emulator.accepted({ ...tiny, num_images: 4 })
      await emulator.completed(job)
      return ((await emulator.result(job)).body as ImageAnswer).has_nsfw_concepts
    }
    expect(await flags()).toEqual(await flags())
  })

  it('stuck never ends until it is cancelled, without blocking others', async () => {
    const emulator = await world.start({ concurrency: 1 })
    const stuck = await emulator.accepted({ ...tiny, prompt: '[fault:stuck]' })
    const other = await emulator.accepted()
    await emulator.completed(other)
    expect((await emulator.status(stuck)).body).toMatchObject({ status: 'IN_PROGRESS' })
    await emulator.cancel(stuck)
    await emulator.completed(stuck)
    expect((await emulator.result(stuck)).status).toBe(499)
  })

  it('slow makes a job take eight times as long', async () => {
    const emulator = await world.start({ faults: 'slow', delayMs: 100_000 })
    const { request_id } = await emulator.accepted()
    const job = await disk.readFile(
      join(world.dataDir, 'demo-engine', 'jobs', `${request_id}.json`),
      'utf8',
    )
    expect(JSON.parse(job).durationMs).toBeGreaterThanOrEqual(640_000)
  })
})

describe('temporary faults end after three requests', () => {
  it.each([
    ['late-result-404', 404, { detail: 'Request not found' }],
    ['html-result', 200, expect.stringContaining('<!doctype html>')],
  ])('%s: the result', async (faults, status, body) => {
    const emulator = await world.start({ faults })
    const job = await emulator.accepted()
    await emulator.completed(job)
    for (const _ of [1, 2, 3]) expect(await emulator.result(job)).toMatchObject({ status, body })
    expect(await emulator.result(job)).toMatchObject({ status: 200, body: { images: [{}] } })
  })

  it('status-500: the status', async () => {
    const emulator = await world.start({ faults: 'status-500' })
    const [job, other] = [await emulator.accepted(), await emulator.accepted()]
    for (const _ of [1, 2, 3]) expect((await emulator.status(job)).status).toBe(500)
    expect((await emulator.status(job)).body).toMatchObject({ request_id: job.request_id })
    expect((await emulator.status(other)).status).toBe(500)
  })

  it('status-drop: the connection', async () => {
    const emulator = await world.start({ faults: 'status-drop' })
    const job = await emulator.accepted()
    for (const _ of [1, 2, 3]) await expect(emulator.status(job)).rejects.toThrow()
    expect((await emulator.status(job)).body).toMatchObject({ request_id: job.request_id })
  })
})
