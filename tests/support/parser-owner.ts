import { startParser } from '#core/parsers/parser.ts'
import { endlessVideo } from '#testing/endless-video.ts'

/** A process whose parser never finishes a file. Sends the parser's pid once it is stuck in it. */
const parser = startParser(() => undefined)
const { input, read } = await endlessVideo()
const readAndTell = (start: number, end: number) => {
  // What is stuck reports nothing. It has all of the file by then.
  setTimeout(() => process.send?.(parser.pid), 1_000)
  return read(start, end)
}
await parser.run('inspectContainer', input, { read: readAndTell, timeoutMs: 600_000 })
