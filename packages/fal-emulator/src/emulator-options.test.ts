import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { promises as disk } from 'node:fs'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  clientOf,
  type EmulatorClient,
  forever,
  type TestEmulators,
  testEmulators,
  tiny,
} from './testing/test-emulator.ts'

let world: TestEmulators
beforeEach(async () => {
  world = await testEmulators()
})
afterEach(() => world.close())

type ImageAnswer = { images: { url: string }[]; seed: number }

async function answerTo(emulator: EmulatorClient, input: object): Promise<ImageAnswer> {
  const job = await emulator.accepted(input)
  await emulator.completed(job)
  return (await emulator.result(job)).body as ImageAnswer
}

it('durable: false writes nothing, and answers as usual', async () => {
  const emulator = await world.start({ durable: false })
  const { images } = await answerTo(emulator, tiny)
  expect((await fetch(images[0]?.url ?? '')).headers.get('content-type')).toBe('image/jpeg')
  expect(await disk.readdir(world.dataDir)).toEqual([])
  await emulator.stop()
  expect(await (await world.start({ durable: false })).stats()).toMatchObject({ submitted: 0 })
})

it('concurrency limits the running jobs of each endpoint', async () => {
  const emulator = await world.start({ concurrency: 3, delayMs: forever, durable: false })
  for (const _ of [1, 2, 3, 4, 5]) await emulator.submit()
  expect(await emulator.stats()).toEqual({ submitted: 5, completed: 0, running: 3, queued: 2 })
  await emulator.submit({ prompt: 'a fox' }, 'fal-ai/flux/dev')
  expect(await emulator.stats()).toEqual({ submitted: 6, completed: 0, running: 4, queued: 2 })
})

describe("media: 'plain'", () => {
  it.each(['jpeg', 'png'])(
    'gives a small %s of the requested size, always the same',
    async (output_format) => {
      const emulator = await world.start({ media: 'plain', durable: false })
      const files = async (prompt: string) => {
        const { images } = await answerTo(emulator, {
          prompt,
          output_format,
          num_images: 2,
          image_size: 'landscape_4_3',
        })
        return Promise.all(
          images.map(async ({ url }) => Buffer.from(await (await fetch(url)).bytes())),
        )
      }
      const [one, other] = [await files('a fox'), await files('a bear')]
      expect(await sharp(one[0]).metadata()).toMatchObject({
        format: output_format,
        width: 1024,
        height: 768,
      })
      expect(one[0]?.length).toBeLessThan(12_000)
      expect([one[1]?.equals(one[0] ?? one[1]), other[0]?.equals(one[0] ?? other[0])]).toEqual([
        true,
        true,
      ])
    },
  )
})

it('random makes a run repeatable: the same prompts get the same faults and seeds', async () => {
  const prompts = Array.from({ length: 12 }, (_, index) => ({ ...tiny, prompt: `fox ${index}` }))
  const run = async (random: number) => {
    const options = {
      media: 'plain',
      durable: false,
      concurrency: 12,
      faults: 'content-policy:0.5',
      random,
    } as const
    const emulator = await world.start(options)
    return Promise.all(prompts.map(async (input) => (await answerTo(emulator, input)).seed))
  }
  const first = await run(5)
  expect(first).toContain(undefined)
  expect(await run(5)).toEqual(first)
  expect(await run(6)).not.toEqual(first)
})

describe('as a process', () => {
  const start = (...args: string[]) => {
    const entry = new URL('./cli.ts', import.meta.url).pathname
    const env = { ...process.env, FAL_EMULATOR_MEDIA: 'plain' }
    return spawn(process.execPath, [entry, ...args], { env })
  }

  it('prints its address, serves, and ends on SIGTERM', async () => {
    const child = start('--delay-ms', '1')
    const [line] = await once(child.stdout, 'data')
    const { url, port } = JSON.parse(String(line))
    expect(url).toBe(`http://127.0.0.1:${port}`)
    expect(await answerTo({ ...clientOf(url), stop: async () => {} }, tiny)).toMatchObject({
      images: [{}],
    })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('prints why it cannot start, and fails', async () => {
    const child = start('--faults', 'gremlins')
    const [line] = await once(child.stdout, 'data')
    expect(JSON.parse(String(line)).error).toContain('"gremlins"')
    expect(await once(child, 'exit')).toEqual([1, null])
  })
})
