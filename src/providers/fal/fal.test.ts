import { describe, expect, it } from 'vitest'
import { isAllowedFileAddress, jobAddress, parseApplication } from './addresses.ts'
import { parseError } from './parse-error.ts'
import { readOutput, readState, readSubmitted } from './read-answer.ts'

const queue = 'https://queue.fal.run'
const janus = { provider: 'fal', endpoint: 'fal-ai/janus' }

describe('addresses (docs/providers/fal.md#endpoint-ids)', () => {
  it('uses only owner and alias, and the namespace of workflows', () => {
    expect(parseApplication('fal-ai/wan/v2.2-5b/text-to-video')).toBe('fal-ai/wan')
    expect(parseApplication('workflows/me/mine/x')).toBe('workflows/me/mine')
  })

  it('uses the stored address only on the queue’s own origin, because the key is sent to it', () => {
    const job = (status: string) => ({
      provider: 'fal',
      endpoint: 'fal-ai/flux/dev',
      requestId: 'r1',
      urls: { status },
    })
    const own = `${queue}/fal-ai/flux/requests/r1/status`
    expect(jobAddress(job(own), 'status', queue)).toBe(own)
    for (const foreign of [
      'https://evil.example/status',
      'http://queue.fal.run/x',
      'https://a:b@queue.fal.run/x',
      'https://queue.fal.run.evil.example/x',
      'nonsense',
    ]) {
      expect(jobAddress(job(foreign), 'status', queue)).toBe(own)
    }
  })

  it.each([
    ['https://v3.fal.media/files/a.png', true],
    ['https://storage.googleapis.com/falserverless/a.png', true],
    ['http://v3.fal.media/a.png', false],
    ['https://fal.media.evil.example/a.png', false],
    ['https://evilfal.media/a.png', false],
    ['https://user@v3.fal.media/a.png', false],
    ['https://v3.fal.media:8443/a.png', false],
    ['http://127.0.0.1/a.png', false],
    ['file:///etc/passwd', false],
  ])('allows a result from %s: %s', (address, allowed) => {
    expect(isAllowedFileAddress(address, queue)).toBe(allowed)
  })

  it('downloads from this machine only when the operator’s provider is local', () => {
    expect(isAllowedFileAddress('http://127.0.0.1:9000/a.png', 'http://127.0.0.1:8000')).toBe(true)
    expect(isAllowedFileAddress('http://10.0.0.1/a.png', 'http://127.0.0.1:8000')).toBe(false)
  })
})

describe('errors (docs/providers/fal.md#errors)', () => {
  const parse = (status: number, body: unknown, errorType: string | null = null) =>
    parseError({ status, body, errorType, retryable: null })

  it('reads the provider’s message from detail, else from message; null without a reason', () => {
    const wordsOf = (body: unknown) => parse(400, body).words
    expect(wordsOf({ detail: 'too bright' })).toBe('too bright')
    expect(wordsOf({ message: 'too dark' })).toBe('too dark')
    expect(wordsOf({ detail: [], message: 'too dark' })).toBe('too dark')
    const silent = [{}, { detail: [] }, { detail: null }, { message: '' }, null, 'text']
    expect(silent.map(wordsOf)).toEqual(silent.map(() => null))
  })

  it('reads the three body shapes and others', () => {
    const validation = {
      detail: [
        {
          loc: ['body', 'num_frames'],
          msg: 'Input should be less',
          type: 'less_than_equal',
          input: 'secret prompt',
        },
      ],
    }
    expect(parse(422, validation)).toMatchObject({
      code: 'invalid_input',
      message: 'num_frames: Input should be less',
      retryable: false,
    })
    expect(
      parse(504, { detail: 'Request timed out', error_type: 'request_timeout' }),
    ).toMatchObject({
      code: 'timeout',
      retryable: false,
    })
    expect(
      parse(403, { detail: 'User is locked. Reason: Exhausted balance. Top up' }),
    ).toMatchObject({
      code: 'provider_funds',
    })
    expect(parse(502, null)).toMatchObject({
      code: 'unavailable',
      retryable: true,
      message: 'The provider answered 502',
    })
  })

  it('accepts an error with empty details, and truncates a long one', () => {
    expect(parse(422, { detail: [null, 'x', { msg: 'y'.repeat(5_000) }] })).toMatchObject({
      code: 'invalid_input',
      message: 'y'.repeat(1_000),
    })
  })

  it('never repeats the input', () => {
    const body = { detail: [{ loc: ['body'], msg: 'bad', type: 'x', input: 'secret prompt' }] }
    expect(
      JSON.stringify({ ...parse(422, body), message: parse(422, body).message }),
    ).not.toContain('secret')
  })

  it.each([
    [422, { detail: [{ type: 'content_policy_violation', msg: 'no' }] }, 'content_policy'],
    [422, { detail: [{ type: 'file_download_error', msg: 'no' }] }, 'input_unreachable'],
    [401, { detail: 'no key' }, 'provider_auth'],
    [403, { detail: 'User is locked. Reason: Admin lock.' }, 'provider_locked'],
    [403, { detail: 'not for you' }, 'provider_auth'],
    [404, { detail: 'not found' }, 'not_found'],
    [429, {}, 'rate_limited'],
    [499, { error_type: 'client_cancelled' }, 'cancelled'],
    [400, { detail: 'Request is still in progress' }, 'not_finished'],
    [500, { detail: 'boom', error_type: 'internal_error' }, 'unavailable'],
  ])('%i %j is %s', (status, body, code) => {
    expect(parse(status, body).code).toBe(code)
  })

  it('distinguishes a submit that was certainly not accepted from an unknown outcome', () => {
    expect([400, 401, 403, 404, 429, 503].map((status) => parse(status, null).delivery)).toEqual(
      Array(6).fill('refused'),
    )
    expect([500, 502, 504].map((status) => parse(status, null).delivery)).toEqual(
      Array(3).fill('unknown'),
    )
  })
})

describe('answers', () => {
  it('requires only an id of a submit', () => {
    expect(readSubmitted(janus, { request_id: 'r' })).toEqual({
      job: { provider: 'fal', endpoint: 'fal-ai/janus', requestId: 'r', urls: {} },
      state: { state: 'queued', position: null, logs: [] },
    })
    expect(() => readSubmitted(janus, {})).toThrow('without an id')
  })

  it('treats an unknown status as running, and reads progress from the logs', () => {
    expect(readState({ status: 'IN_QUEUE', queue_position: 2 })).toMatchObject({
      state: 'queued',
      position: 2,
    })
    expect(
      readState({ status: 'IN_PROGRESS', logs: [{ message: ' 40%|##' }, { message: 'done' }] }),
    ).toMatchObject({
      state: 'running',
      progress: 40,
      logs: [{ message: ' 40%|##' }, { message: 'done' }],
    })
    expect(readState({ status: 'FAILED' })).toEqual({ state: 'running', progress: null, logs: [] })
    expect(readState({ status: 'COMPLETED', error: 'x', logs: null })).toEqual({
      ...{ state: 'finished', runMs: null, logs: [] },
    })
  })

  it.each([
    [{ inference_time: 3.4206 }, 3421],
    [{ inference_time: 0 }, 0],
    [{ inference_time: null }, null],
    [{ inference_time: -1 }, null],
    [{ inference_time: 1e12 }, null],
    [{ inference_time: '3' }, null],
    [null, null],
  ])('reads the run time from %j', (metrics, runMs) => {
    expect(readState({ status: 'COMPLETED', metrics })).toMatchObject({ runMs })
  })

  it('marks flagged images and accepts missing parts', () => {
    const images = [
      { url: 'https://a/1', width: 10, height: 20 },
      { url: 'https://a/2' },
      { nothing: true },
    ]
    expect(
      readOutput({ images, has_nsfw_concepts: [false, true], seed: '196619188014358660' }),
    ).toEqual({
      assets: [
        { medium: 'image', url: 'https://a/1', width: 10, height: 20, flagged: false },
        { medium: 'image', url: 'https://a/2', width: null, height: null, flagged: true },
      ],
      text: null,
      seed: '196619188014358660',
      prompt: null,
    })
    expect(readOutput(null)).toEqual({ assets: [], text: null, seed: null, prompt: null })
  })

  it('limits the number of files, and ignores numbers and ids that cannot be stored', () => {
    const images = Array.from({ length: 100_000 }, (_, index) => ({
      url: `https://a/${index}`,
      width: 2 ** 40,
    }))
    const output = readOutput({ images, seed: '1'.repeat(101) })
    expect(output.assets).toHaveLength(64)
    expect(output).toMatchObject({ assets: [{ width: null }, ...Array(63).fill({})], seed: null })
    for (const queue_position of [-1, 2 ** 31, 1.5]) {
      expect(readState({ status: 'IN_QUEUE', queue_position })).toMatchObject({ position: null })
    }
    expect(
      readState({ status: 'COMPLETED', metrics: { inference_time: 2_147_484 } }),
    ).toMatchObject({ runMs: null })
    expect(() => readSubmitted(janus, { request_id: 'r'.repeat(201) })).toThrow('without an id')
    const urls = { status_url: 'https://a/1', cancel_url: `https://a/${'2'.repeat(2_000)}` }
    expect(readSubmitted(janus, { request_id: 'r', ...urls }).job.urls).toEqual({
      status: 'https://a/1',
    })
  })

  it('keeps the newest log lines, limited in number and size', () => {
    const lines = (count: number, message: string) =>
      Array.from({ length: count }, (_, index) => ({ message: `${message}${index}` }))
    const many = readState({ status: 'IN_PROGRESS', logs: lines(5_000, '') }).logs
    expect([many.length, many.at(0)?.message, many.at(-1)?.message]).toEqual([
      1_000,
      '4000',
      '4999',
    ])
    const long = readState({ status: 'IN_PROGRESS', logs: lines(1_000, 'x'.repeat(10_000)) }).logs
    expect(long.map(({ message }) => message.length)).toEqual(Array(64).fill(4_000))
  })

  it('reads a video, an audio file, a text', () => {
    const file = { url: 'https://a/1', content_type: 'image/png' }
    expect(readOutput({ video: file }).assets).toMatchObject([
      { medium: 'video', url: 'https://a/1', flagged: false },
    ])
    expect(readOutput({ audio: file }).assets).toMatchObject([{ medium: 'audio' }])
    expect(readOutput({ output: 'A fox.' })).toMatchObject({ assets: [], text: 'A fox.' })
  })
})
