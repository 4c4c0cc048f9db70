import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FileHost, sampleFile, testFileHost } from '../../../../tests/support/files.ts'
import { answerOf } from '../testing/emulator-answers.ts'
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

const model = 'google/gemini-2.5-flash'

it('writes after the instruction', async () => {
  const input = { model, prompt: 'a red fox', system_prompt: 'You improve prompts.' }
  const { status, body } = await answerOf(emulator, 'openrouter/router', input)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    output: expect.stringMatching(/^\[development mode\] a red fox, /),
    usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
  })
})

it('makes a prompt of an image where the instruction asks for it, and otherwise answers', async () => {
  const image_urls = [await host.serve('photo.jpg', await sampleFile('photo.jpg'))]
  const ask = async (system_prompt: string) => {
    const input = { model, prompt: 'What is this?', system_prompt, image_urls }
    const { body } = await answerOf(emulator, 'openrouter/router/vision', input)
    return (body as { output: string }).output
  }
  expect(await ask('You describe an image.')).toMatch(/A picture in portrait format/)
  expect(await ask('You describe an image.')).not.toContain('You asked')
  expect(await ask('Answer.')).toContain('1200 × 1600')
})
