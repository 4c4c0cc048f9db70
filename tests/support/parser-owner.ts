import { startParser } from '#services/parsers/parser.ts'
import { sampleFile } from '#testing/files.ts'

/** A process whose parser never finishes a file. Sends the parser's pid once it is stuck in it. */
const parser = startParser(() => undefined)
const file = await sampleFile('damaged/endless.mp4')
const input = {
  bytes: file.length,
  type: { contentType: 'video/mp4', extension: 'mp4' },
  medium: 'video',
  requiresAudio: false,
}
const read = async (start: number, end: number) => {
  // What is stuck reports nothing. It has all of the file by then.
  setTimeout(() => process.send?.(parser.pid), 1_000)
  return file.subarray(start, end)
}
await parser.run('inspectContainer', input, { read, timeoutMs: 600_000 })
