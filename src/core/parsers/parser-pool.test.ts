import { afterEach, describe, expect, it } from 'vitest'
import type { ContentType } from '#core/media/file-type.ts'
import { sampleFile } from '#testing/files.ts'
import { InvalidMedia } from './invalid-media.ts'
import { startParser } from './parser.ts'
import { createParserPool, ParserEnded, type ParserPool } from './parser-pool.ts'

const pools: ParserPool[] = []
afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop()
})

/** A pool whose parsers may take `timeoutMs`, with what it counted and the processes it started. */
function openPool(timeoutMs = 60_000, sizes = { parsers: 2, waiting: 100, waitingEach: 50 }) {
  const ended: unknown[] = []
  const pids: number[] = []
  const pool = createParserPool({
    meter: { count: (_name, labels) => void ended.push(labels) },
    timeoutMs,
    sizes,
    start: (onEnd) => {
      const parser = startParser(onEnd)
      if (parser.pid) pids.push(parser.pid)
      return parser
    },
  })
  pools.push(pool)
  const inspect = (file: Buffer, contentType: ContentType, accountId = 'a') =>
    pool.run(
      'inspectContainer',
      {
        bytes: file.length,
        type: { contentType, extension: '' },
        medium: contentType.startsWith('audio/') ? 'audio' : 'video',
        requiresAudio: false,
      },
      { accountId, read: async (start, end) => file.subarray(start, end) },
    )
  return { pool, inspect, ended, pids }
}

const damaged = (name: string) => sampleFile(`damaged/${name}`)

describe('a file that a parser never finishes', () => {
  it.each<[string, ContentType]>([
    ['cut-off.flac', 'audio/flac'],
    ['endless.mp4', 'video/mp4'],
    ['endless.webm', 'video/webm'],
  ])('%s is invalid after the limit, and the parser is counted', async (name, type) => {
    const { inspect, ended } = openPool(300)
    await expect(inspect(await damaged(name), type)).rejects.toThrow(ParserEnded)
    expect(ended).toEqual([{ task: 'inspectContainer', cause: 'timeout' }])
  })

  it('leaves a parser to other accounts, however many of one account wait', async () => {
    const { inspect, pids } = openPool()
    const endless = await damaged('endless.mp4')
    const stuck = [1, 2, 3].map(() => inspect(endless, 'video/mp4', 'a'))
    const settled = Promise.allSettled(stuck)
    const video = await inspect(await sampleFile('video.mp4'), 'video/mp4', 'b')
    expect(video).toMatchObject({ width: 64, height: 48 })
    expect(pids).toHaveLength(2)
    pools[0]?.stop()
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
  })
})

it('runs a task again in a new process when the first one crashed, and gives up then', async () => {
  const { inspect, ended, pids } = openPool()
  const endless = inspect(await damaged('endless.mp4'), 'video/mp4')
  endless.catch(() => undefined)
  for (const count of [1, 2]) {
    await expect.poll(() => pids.length).toBe(count)
    process.kill(pids[count - 1] as number, 'SIGKILL')
  }
  await expect(endless).rejects.toThrow(ParserEnded)
  expect(ended).toEqual([1, 2].map(() => ({ task: 'inspectContainer', cause: 'exit' })))
})

it('uses a process again, and starts another after one was ended', async () => {
  const { inspect, pids } = openPool(3_000)
  const video = await sampleFile('video.mp4')
  for (let run = 0; run < 3; run++) await inspect(video, 'video/mp4')
  expect(pids).toHaveLength(1)
  await expect(inspect(await damaged('endless.mp4'), 'video/mp4')).rejects.toThrow(ParserEnded)
  await inspect(video, 'video/mp4')
  expect(pids).toHaveLength(2)
})

it('does not count the time in which it waits for storage', async () => {
  const { pool, inspect } = openPool(2_000)
  const file = await sampleFile('video.mp4')
  await inspect(file, 'video/mp4')
  const reading = Promise.withResolvers<void>()
  setTimeout(reading.resolve, 2_500)
  const inspected = await pool.run(
    'inspectContainer',
    {
      bytes: file.length,
      type: { contentType: 'video/mp4', extension: 'mp4' },
      medium: 'video',
      requiresAudio: false,
    },
    {
      accountId: 'a',
      read: async (start, end) => {
        await reading.promise
        return file.subarray(start, end)
      },
    },
  )
  expect(inspected.width).toBe(64)
})

it('throws what reading the file throws, and uses the process again', async () => {
  const { pool, inspect, pids } = openPool()
  const input = { bytes: 1_000, contentType: 'video/mp4' }
  const read = () => Promise.reject(new Error('storage is away'))
  const found = pool.run('findMetadata', input, { accountId: 'a', read })
  await expect(found).rejects.toThrow('storage is away')
  await expect(found).rejects.not.toBeInstanceOf(InvalidMedia)
  await inspect(await sampleFile('video.mp4'), 'video/mp4')
  expect(pids).toHaveLength(1)
})

it('refuses a task when too many wait', async () => {
  const { inspect } = openPool(60_000, { parsers: 1, waiting: 1, waitingEach: 1 })
  const endless = await damaged('endless.mp4')
  const stuck = [1, 2].map(() => inspect(endless, 'video/mp4'))
  const settled = Promise.allSettled(stuck)
  await expect(inspect(endless, 'video/mp4')).rejects.toMatchObject({
    refusal: { reason: 'unavailable' },
  })
  pools[0]?.stop()
  await settled
})
