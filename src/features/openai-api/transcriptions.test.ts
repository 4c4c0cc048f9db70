import { createOpenAI } from '@ai-sdk/openai'
import { transcribe } from 'ai'
import { toFile } from 'openai'
import { describe, expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { openAiRefusal, openAiVisitor } from '#testing/openai-client.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

const settings = testSettings({ openai_aliases: { 'whisper-1': 'whisper' } })
const server = await testServer({ media: 'rendered', delayMs: 50 }, { settings })
const url = await serveApp(server)
const visitor = (money = {}) => openAiVisitor(server, url, money)
const recording = async (name = 'sound.wav') => toFile(await sampleFile(name), name)

/** Silence as a WAV file: 8,000 samples a second of one byte. */
function silence(seconds: number, bytesASecond = 8_000): Buffer {
  const data = Buffer.alloc(seconds * bytesASecond, 0x80)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(bytesASecond, 24)
  head.writeUInt32LE(bytesASecond, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

describe('a transcription', () => {
  it('answers with the text, and is charged and recorded like one of the form', async () => {
    const { openai, account, request } = await visitor()
    const { text } = await openai.audio.transcriptions.create({
      file: await recording(),
      model: 'whisper-1',
      language: 'en',
    })
    expect(text).toContain('The demo engine has no speech model')
    const { body } = await request('GET', '/api/transcription/history')
    expect(body.data[0].generation).toMatchObject({
      ...{ status: 'completed', model: 'whisper', answer: text, credits_charged: 30 },
      input: { language: 'en' },
      transcript: { language: 'en', segments: [{ start_ms: 0 }] },
    })
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 970, sum: 970 })
  })

  it('has the times of its parts where they are asked for', async () => {
    const { openai } = await visitor()
    const verbose = await openai.audio.transcriptions.create({
      file: await toFile(silence(9), 'nine.wav'),
      model: 'whisper-1',
      response_format: 'verbose_json',
      timestamp_granularities: ['segment'],
    })
    expect(verbose).toMatchObject({ duration: 9, language: 'en' })
    expect(verbose.segments?.map(({ start, end }) => [start, end])).toEqual([
      [0, 4.5],
      [4.5, 9],
    ])
  })

  it.each([
    ['text', /^\[development mode\] The demo engine/],
    ['srt', /^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nThe demo engine has/],
    ['vtt', /^WEBVTT\n\n00:00:00.000 --> 00:00:0\d.\d{3}\nThe demo engine has/],
  ] as const)('is answered as %s', async (response_format, expected) => {
    const { openai } = await visitor()
    const file = await recording('sound.mp3')
    const answer = await openai.audio.transcriptions.create({
      ...{ file, model: 'whisper-1', response_format },
    })
    expect(answer).toMatch(expected)
  })

  it('is made once for the same file under one idempotency key', async () => {
    const { openai, account, request } = await visitor()
    const again = async () =>
      openai.audio.transcriptions.create(
        { file: await recording(), model: 'whisper-1' },
        { headers: { 'Idempotency-Key': 'one' } },
      )
    const [first, second] = [await again(), await again()]
    expect(second).toEqual(first)
    expect((await request('GET', '/api/transcription/history')).body.data).toHaveLength(1)
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 970 })
  })

  it('is made by the AI SDK', async () => {
    const { key } = await visitor()
    const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: key })
    const { text, segments, durationInSeconds } = await transcribe({
      model: openai.transcription('whisper-1'),
      audio: new Uint8Array(silence(9)),
      maxRetries: 0,
    })
    expect(text).toContain('The demo engine has no speech model')
    expect(segments).toMatchObject([{ startSecond: 0, endSecond: 4.5 }, { endSecond: 9 }])
    expect(durationInSeconds).toBe(9)
  })

  it('takes a file of 30 MB', async () => {
    const { openai } = await visitor()
    const large = await toFile(silence(300, 100_000), 'large.wav')
    // A connection that was idle while the file was made may be closed by then.
    const options = { maxRetries: 2, headers: { 'Idempotency-Key': 'large' } }
    const request = { file: large, model: 'whisper-1' }
    const { text } = await openai.audio.transcriptions.create(request, options)
    expect(text.length).toBeGreaterThan(100)
  }, 60_000)
})

describe('what cannot be transcribed', () => {
  it.each([
    ['an image', () => recording('photo.png'), 400, 'file'],
    ['an empty file', () => toFile(Buffer.alloc(0), 'empty.wav'), 400, 'file'],
    [
      'a damaged file',
      async () => toFile((await sampleFile('sound.wav')).subarray(0, 3_000), 'cut.wav'),
      400,
      'file',
    ],
    ['a recording of eleven minutes', () => toFile(silence(660), 'long.wav'), 400, 'file'],
  ] as const)('is %s, and nothing is charged', async (_, file, status, param) => {
    const { openai, account } = await visitor()
    const error = await openAiRefusal(
      openai.audio.transcriptions.create({ file: await file(), model: 'whisper-1' }),
    )
    expect(error).toMatchObject({ status, param })
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 1000 })
  })

  it.each([
    [{ response_format: 'diarized_json' }, 'response_format'],
    [{ timestamp_granularities: ['word'] }, 'timestamp_granularities'],
    [{ language: 'xx' }, 'language'],
    [{ stream: true }, 'stream'],
    [{ model: 'flux-dev' }, 'model'],
  ])('is a request with %j, by name', async (given, param) => {
    const { openai, account } = await visitor()
    const file = await recording()
    const request = { file, model: 'whisper-1', ...given } as never
    expect(await openAiRefusal(openai.audio.transcriptions.create(request))).toMatchObject({
      ...{ status: 400, param },
    })
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 1000 })
  })

  it('is a request without a file', async () => {
    const { openai } = await visitor()
    const body = { model: 'whisper-1' }
    expect(await openAiRefusal(openai.post('/audio/transcriptions', { body }))).toMatchObject({
      ...{ status: 400, param: 'file', code: 'missing_required_parameter' },
    })
  })
})

it('says what it ignores', async () => {
  const { openai } = await visitor()
  const { response } = await openai.audio.transcriptions
    .create({ file: await recording(), model: 'whisper-1', prompt: 'names', temperature: 0 })
    .withResponse()
  expect(response.headers.get('x-ignored-parameters')).toBe('prompt, temperature')
  expect(response.headers.get('x-credits-charged')).toBe('30')
})
