import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FileHost, sampleFile, testFileHost } from '../../../../tests/support/files.ts'
import { answerOf, download, type MediaFile, mediaMetadata } from '../testing/emulator-answers.ts'
import { type EmulatorClient, type TestEmulators, testEmulators } from '../testing/test-emulator.ts'

let world: TestEmulators
let emulator: EmulatorClient
let host: FileHost

beforeAll(async () => {
  world = await testEmulators()
  emulator = await world.start({ durable: false, videoSide: 160 })
  host = await testFileHost()
})
afterAll(() => world.close())

const served = async (name: string) => host.serve(name, await sampleFile(name))

/** The length of the video that an endpoint answers, in seconds. */
async function secondsOf(endpoint: string, input: object): Promise<number> {
  const { status, body } = await answerOf(emulator, endpoint, input)
  expect(status).toBe(200)
  const { video } = body as { video: MediaFile }
  expect(video.content_type).toBe('video/mp4')
  const metadata = await mediaMetadata((await download(video.url)).bytes)
  return metadata.seconds
}

const [sync, latentSync, aurora] = [
  'fal-ai/sync-lipsync/v2',
  'fal-ai/latentsync',
  'fal-ai/creatify/aurora',
]

it('answers a video as long as the recording, or as the shorter of both', async () => {
  const audio_url = await served('sound.wav')
  const recording = (await mediaMetadata(await sampleFile('sound.wav'))).seconds
  const [long, short] = [await served('clip-silent.mp4'), await served('video.webm')]
  const closeTo = (seconds: number) => expect.closeTo(seconds, 0)
  expect(await secondsOf(sync, { video_url: long, audio_url })).toEqual(
    closeTo(Math.min(3, recording)),
  )
  expect(await secondsOf(sync, { video_url: short, audio_url })).toEqual(
    closeTo(Math.min(1, recording)),
  )
  expect(await secondsOf(sync, { video_url: short, audio_url, sync_mode: 'loop' })).toEqual(
    closeTo(recording),
  )
  expect(await secondsOf(latentSync, { video_url: long, audio_url })).toEqual(closeTo(recording))
  expect(await secondsOf(aurora, { image_url: await served('photo.jpg'), audio_url })).toEqual(
    closeTo(recording),
  )
})

it.each([sync, latentSync, aurora])('refuses a recording that is none: %s', async (endpoint) => {
  const image = await served('photo.jpg')
  const face = endpoint === aurora ? { image_url: image } : { video_url: await served('clip.mp4') }
  const { status, body } = await answerOf(emulator, endpoint, { ...face, audio_url: image })
  expect([status, JSON.stringify(body)]).toEqual([
    422,
    expect.stringContaining('unsupported_audio_format'),
  ])
})
