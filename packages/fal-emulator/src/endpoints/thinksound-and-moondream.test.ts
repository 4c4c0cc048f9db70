import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileHost, sampleFile, testFileHost } from '../../../../tests/support/files.ts'
import { answerOf, download, type MediaFile, mediaMetadata } from '../testing/emulator-answers.ts'
import { type EmulatorClient, type TestEmulators, testEmulators } from '../testing/test-emulator.ts'

let world: TestEmulators
let emulator: EmulatorClient
let host: FileHost

beforeAll(async () => {
  world = await testEmulators()
  emulator = await world.start({ durable: false })
  host = await testFileHost()
})
afterAll(() => world.close())

const served = async (name: string) => host.serve(name, await sampleFile(name))

describe('fal-ai/thinksound/audio', () => {
  it.each([
    ['clip.mp4', 3],
    ['clip-silent.mp4', 3],
    ['video.webm', 1],
    ['video.mov', 1],
    ['moving.gif', 2],
  ])('makes an audio track as long as %s', async (name, seconds) => {
    const { status, body } = await answerOf(emulator, 'fal-ai/thinksound/audio', {
      video_url: await served(name),
      seed: 2,
    })
    expect(status).toBe(200)
    const { audio, prompt } = body as { audio: MediaFile; prompt: string }
    expect(prompt).toBe('')
    const { type, bytes } = await download(audio.url)
    expect(audio).toMatchObject({ content_type: 'audio/wav', file_size: bytes.length })
    expect(type).toBe('audio/wav')
    expect(await mediaMetadata(bytes)).toMatchObject({
      seconds: expect.closeTo(seconds, 1),
      audio: { codec: 'pcm-s16', rate: 44_100 },
      video: null,
    })
  })

  it('depends on the prompt', async () => {
    const video_url = await served('video.mp4')
    const audio = async (prompt: string) => {
      const { body } = await answerOf(emulator, 'fal-ai/thinksound/audio', {
        video_url,
        seed: 2,
        prompt,
      })
      return (await download((body as { audio: MediaFile }).audio.url)).bytes
    }
    expect((await audio('rain')).equals(await audio('a fire'))).toBe(false)
  })
})

describe('fal-ai/moondream3-preview/query', () => {
  it('describes the measures of the image, with the marker', async () => {
    const input = {
      image_url: await served('photo.jpg'),
      prompt: 'What is this?',
      reasoning: false,
      temperature: 0,
    }
    const { status, body } = await answerOf(emulator, 'fal-ai/moondream3-preview/query', input)
    expect(status).toBe(200)
    expect(body).toEqual({
      output: expect.stringContaining('[development mode]'),
      finish_reason: 'stop',
      usage_info: expect.objectContaining({
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
      }),
    })
    expect((body as { output: string }).output).toContain('1200 × 1600')
  })
})
