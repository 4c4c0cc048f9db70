import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type EmulatorClient,
  forever,
  type TestEmulators,
  testEmulators,
  tiny,
} from './testing/test-emulator.ts'

let world: TestEmulators
let quick: EmulatorClient

beforeAll(async () => {
  world = await testEmulators()
  quick = await world.start()
})
afterAll(() => world.close())

describe('submitting', () => {
  it('accepts the full endpoint id and answers addresses below owner/alias', async () => {
    const { status, body } = await quick.submit()
    const { request_id } = body as { request_id: string }
    const request = `${quick.url}/fal-ai/flux/requests/${request_id}`
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'IN_QUEUE',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      queue_position: 0,
      response_url: request,
      status_url: `${request}/status`,
      cancel_url: `${request}/cancel`,
    })
  })

  it.each([[{}], [{ authorization: 'Key ' }], [{ authorization: 'Bearer abc' }]])(
    'requires a key: %o',
    async (headers) => {
      const answer = await quick.send('/fal-ai/flux/dev', { method: 'POST', body: '{}', headers })
      expect(answer).toMatchObject({ status: 401, body: { detail: expect.any(String) } })
    },
  )

  it('refuses other applications', async () => {
    expect(await quick.submit(tiny, 'fal-ai/nothing')).toMatchObject({
      status: 404,
      body: { detail: expect.any(String) },
    })
  })
})

describe('a job that succeeds', () => {
  it('answers its images, which exist and have the requested size', async () => {
    const input = {
      prompt: 'a sea',
      seed: 7,
      num_images: 2,
      image_size: { width: 48, height: 32 },
      output_format: 'png',
    }
    const job = await quick.accepted(input, 'fal-ai/flux/dev')
    await quick.completed(job)

    const { status, body, headers } = await quick.result(job)
    expect(status).toBe(200)
    expect(headers.get('x-fal-request-id')).toBe(job.request_id)
    const image = {
      url: expect.stringContaining(`${quick.url}/files/`),
      width: 48,
      height: 32,
      content_type: 'image/png',
    }
    expect(body).toEqual({
      images: [image, image],
      seed: 7,
      prompt: 'a sea',
      has_nsfw_concepts: [false, false],
      timings: { inference: expect.any(Number) },
    })

    const [first, second] = await Promise.all(
      (body as { images: { url: string }[] }).images.map(({ url }) => fetch(url)),
    )
    expect(first?.headers.get('content-type')).toBe('image/png')
    const bytes = Buffer.from((await first?.bytes()) ?? [])
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 48, height: 32, format: 'png' })
    expect(bytes.equals(Buffer.from((await second?.bytes()) ?? []))).toBe(false)
  })

  it('draws a seed when the input has none, and gives the same answer again', async () => {
    const job = await quick.accepted()
    await quick.completed(job)
    const first = await quick.result(job)
    expect(first.body).toMatchObject({ seed: expect.any(Number) })
    expect((await quick.result(job)).body).toEqual(first.body)
  })

  it('answers COMPLETED with 200, with logs on request', async () => {
    const job = await quick.accepted({ ...tiny, num_inference_steps: 3 })
    await quick.completed(job)
    const { status, body } = await quick.status(job)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'COMPLETED',
      metrics: { inference_time: expect.any(Number) },
    })
    const { logs } = body as { logs: { message: string }[] }
    expect(logs.map(({ message }) => message)).toEqual([
      '  0%|          | 0/3',
      ' 33%|███       | 1/3',
      ' 67%|██████    | 2/3',
      '100%|██████████| 3/3',
    ])
    expect(body).not.toHaveProperty('error')
    expect((await quick.send(job.status_url)).body).toMatchObject({ logs: null })
  })

  it('is unknown under another application and under another id', async () => {
    const job = await quick.accepted()
    const foreign = job.response_url.replace('/fal-ai/flux/', '/fal-ai/janus/')
    expect((await quick.send(foreign)).status).toBe(404)
    expect((await quick.send(job.status_url.replace(job.request_id, 'none'))).status).toBe(404)
  })
})

describe('input that the endpoint does not accept', () => {
  it.each([
    [
      'fal-ai/flux/schnell',
      { num_inference_steps: 13 },
      'num_inference_steps',
      'less_than_equal',
      { le: 12 },
    ],
    [
      'fal-ai/flux/dev',
      { num_inference_steps: 0 },
      'num_inference_steps',
      'greater_than_equal',
      { ge: 1 },
    ],
    ['fal-ai/flux/dev', { num_images: 5 }, 'num_images', 'less_than_equal', { le: 4 }],
    [
      'fal-ai/flux/dev',
      { image_size: 'huge' },
      'image_size',
      'literal_error',
      { expected: expect.stringContaining("'square_hd'") },
    ],
    ['fal-ai/flux/dev', { seed: 1.5 }, 'seed', 'int_type', undefined],
    ['fal-ai/janus', { cfg_weight: 0 }, 'cfg_weight', 'greater_than_equal', { ge: 1 }],
    ['fal-ai/janus', { temperature: 0 }, 'temperature', 'greater_than_equal', { ge: 0.1 }],
    [
      'fal-ai/stable-diffusion-v35-large',
      { negative_prompt: 3 },
      'negative_prompt',
      'string_type',
      undefined,
    ],
    ['fal-ai/flux/dev', { prompt: undefined }, 'prompt', 'missing', undefined],
  ])('is accepted by %s and completes with 422: %o', async (endpoint, change, field, type, ctx) => {
    const job = await quick.accepted({ ...tiny, ...change }, endpoint)
    await quick.completed(job)
    expect((await quick.status(job)).body).toMatchObject({
      status: 'COMPLETED',
      error: 'Invalid status code: 422',
    })
    const { status, body } = await quick.result(job)
    expect(status).toBe(422)
    const issue = { loc: ['body', field], type, msg: expect.any(String), ...(ctx && { ctx }) }
    expect(body).toMatchObject({ detail: [issue] })
  })

  it('names every issue at once', async () => {
    const job = await quick.accepted({ num_images: 0 })
    await quick.completed(job)
    const { body } = await quick.result(job)
    expect((body as { detail: unknown[] }).detail).toHaveLength(2)
  })
})

describe('the queue', () => {
  it('runs two at a time and reports their queue position to the others', async () => {
    const own = await testEmulators()
    const slow = await own.start({ delayMs: forever })
    const jobs = [
      await slow.accepted(),
      await slow.accepted(),
      await slow.accepted(),
      await slow.accepted(),
    ]
    const answers = await Promise.all(jobs.map((job) => slow.status(job)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(answers.map(({ body }) => body)).toMatchObject([
      { status: 'IN_PROGRESS', logs: [{ level: 'INFO' }] },
      { status: 'IN_PROGRESS' },
      { status: 'IN_QUEUE', queue_position: 0 },
      { status: 'IN_QUEUE', queue_position: 1 },
    ])
    expect(await slow.stats()).toEqual({ submitted: 4, completed: 0, running: 2, queued: 2 })
    await own.close()
  })

  it('refuses the result of a job that is not finished', async () => {
    const own = await testEmulators()
    const slow = await own.start({ delayMs: forever })
    const answer = await slow.result(await slow.accepted())
    expect(answer).toMatchObject({ status: 400, body: { detail: 'Request is still in progress' } })
    await own.close()
  })
})

describe('cancelling', () => {
  it('removes a waiting job, stops a running one, is too late for a finished one', async () => {
    const own = await testEmulators()
    const slow = await own.start({ delayMs: forever })
    const [running, , waiting] = [
      await slow.accepted(),
      await slow.accepted(),
      await slow.accepted(),
    ]

    expect(await slow.cancel(waiting)).toMatchObject({ status: 200, body: { status: 'OK' } })
    expect(await slow.cancel(running)).toMatchObject({
      status: 202,
      body: { status: 'CANCELLATION_REQUESTED' },
    })
    await slow.completed(running)
    expect(await slow.cancel(running)).toMatchObject({
      status: 400,
      body: { status: 'ALREADY_COMPLETED' },
    })
    expect(
      await slow.cancel({
        ...running,
        cancel_url: running.cancel_url.replace(running.request_id, 'x'),
      }),
    ).toMatchObject({ status: 404, body: { status: 'NOT_FOUND' } })
    for (const job of [waiting, running]) {
      expect((await slow.status(job)).body).toMatchObject({
        status: 'COMPLETED',
        error_type: 'client_cancelled',
      })
      expect(await slow.result(job)).toMatchObject({
        status: 499,
        body: { error_type: 'client_cancelled' },
      })
    }
    await own.close()
  })
})
