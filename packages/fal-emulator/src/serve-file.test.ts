import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EmulatorOptions } from './emulator.ts'
import { type TestEmulators, testEmulators } from './testing/test-emulator.ts'

let world: TestEmulators
beforeEach(async () => {
  world = await testEmulators()
})
afterEach(() => world.close())

/** The result file of a job, being answered. */
async function fileWith(options: Partial<EmulatorOptions>): Promise<Response> {
  const emulator = await world.start({ media: 'plain', durable: false, ...options })
  const job = await emulator.accepted()
  await emulator.completed(job)
  const { images } = (await emulator.result(job)).body as { images: { url: string }[] }
  return fetch(images[0]?.url ?? '')
}

it.each([
  ['missing-file', 404, /text\/plain/],
  ['wrong-type', 200, /text\/html/],
])('%s answers %i', async (faults, status, type) => {
  const file = await fileWith({ faults })
  expect(file.status).toBe(status)
  expect(file.headers.get('content-type')).toMatch(type)
})

it('huge-file sends data endlessly without a length, beginning like an image', async () => {
  const file = await fileWith({ faults: 'huge-file', hugeFileBytes: 3_000_000 })
  expect(file.headers.get('content-length')).toBeNull()
  const bytes = await file.bytes()
  expect(bytes.length).toBe(3_000_000)
  expect([bytes[0], bytes[1], bytes.at(-1)]).toEqual([0xff, 0xd8, 0])
})

it('huge-file stops when its reader stops', async () => {
  const file = await fileWith({ faults: 'huge-file', hugeFileBytes: Number.MAX_SAFE_INTEGER })
  const reader = file.body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
  await reader?.cancel()
})

it('slow-file arrives complete, but slowly', async () => {
  const asked = performance.now()
  const file = await fileWith({ faults: 'slow-file', slowFileMs: 400 })
  const bytes = Buffer.from(await file.bytes())
  expect(performance.now() - asked).toBeGreaterThanOrEqual(380)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 32, height: 32 })
})
