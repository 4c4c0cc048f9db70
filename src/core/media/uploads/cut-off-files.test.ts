import { afterAll, describe, expect, it } from 'vitest'
import type { Accept } from '#core/models/rules/fields.ts'
import { createParserPool } from '#core/parsers/parser-pool.ts'
import { Refused } from '#core/refused.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { sampleFile } from '#testing/files.ts'
import { oneChunk } from '../stored-files.ts'
import { takeUpload } from './take-upload.ts'

// Some of these files are read endlessly.
const parsers = createParserPool({ meter: { count: () => undefined }, timeoutMs: 2_000 })
afterAll(parsers.stop)
const context = await testContext({ parsers })
const account = await testAccount(context)

/** The file's first `percent` of its bytes, as an upload: `kept`, or why it is refused. */
async function upload(name: string, percent: number): Promise<string> {
  const file = await sampleFile(name)
  const body = oneChunk(file.subarray(0, Math.ceil((file.length * percent) / 100)))
  const accept = acceptOf(name)
  try {
    await takeUpload(context, { accountId: account.id, accept, body })
    return 'kept'
  } catch (error) {
    if (error instanceof Refused) return error.refusal.reason
    throw error
  }
}

/** The one medium that it is: a second accepted one could hide what is wrong. */
function acceptOf(name: string): Accept {
  if (name.startsWith('photo')) return 'image'
  return name.startsWith('sound') || name.startsWith('voice') ? 'audio' : 'video-or-gif'
}

const percents = [1, 10, 50, 90, 99]
const damaged = percents.map(() => 'broken_file')

describe('a file that is cut off after 1, 10, 50, 90 and 99 %', () => {
  it.each([
    ...['photo.jpg', 'photo.png', 'photo.heic', 'moving.gif'],
    ...['video.mp4', 'video.mov', 'video.webm', 'damaged/cut-off.mp4'],
    ...['sound.m4a', 'sound.wav', 'sound.ogg'],
  ])('%s is damaged', async (name) => {
    const found = await Promise.all(percents.map((percent) => upload(name, percent)))
    expect(found).toEqual(damaged)
  })

  it.each(['sound.mp3', 'sound.flac'])(
    '%s is damaged, unless a moment is missing',
    async (name) => {
      // Alone: beside those that are read endlessly it could take too long itself.
      expect(await upload(name, 99)).toBe('kept')
      const found = await Promise.all(percents.slice(0, -1).map((part) => upload(name, part)))
      expect(found).toEqual(damaged.slice(0, -1))
    },
  )

  // These formats state no length: what is there is a shorter recording.
  it.each<[string, string[]]>([
    ['sound.aac', ['broken_file', 'kept', 'kept', 'kept', 'kept']],
    ['voice-without-duration.webm', ['broken_file', 'broken_file', 'kept', 'kept', 'kept']],
  ])('%s is kept as far as it goes', async (name, expected) => {
    expect(await Promise.all(percents.map((percent) => upload(name, percent)))).toEqual(expected)
  })
})
