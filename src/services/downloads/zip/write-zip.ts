import { crc32 } from 'node:zlib'
import { descriptor, directoryRecord, endRecords, type Head, localHeader } from './records.ts'

/**
 * A file of a zip: `bytes` is how many it must have (below 4 GiB), `null` when nobody knows before.
 */
export type ZipFile = Head & { bytes: number | null; body: AsyncIterable<Uint8Array> }

/**
 * Writes a zip as it is read, each file stored as it is, one after another; nothing is held but the
 * directory, some hundred bytes a file. Throws what a body throws, and when a file has not the
 * bytes it must have, before it would have become longer.
 */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { body, bytes: expected, ...head } of files) {
    const header = localHeader(head)
    yield header
    let [crc, bytes] = [0, 0]
    for await (const chunk of body) {
      crc = crc32(chunk, crc)
      bytes += chunk.length
      if (expected !== null && bytes > expected)
        throw new Error(`${head.name} is longer than ${expected} bytes`)
      yield chunk
    }
    if (expected !== null && bytes < expected)
      throw new Error(`${head.name} has ${bytes} bytes instead of ${expected}`)
    const ending = descriptor({ crc, bytes })
    yield ending
    directory.push(directoryRecord({ ...head, crc, bytes, offset }))
    offset += header.length + bytes + ending.length
  }
  const records = Buffer.concat(directory)
  yield Buffer.concat([
    records,
    endRecords({ files: directory.length, offset, bytes: records.length }),
  ])
}

/** How long the zip of these files will be, in bytes. */
export function zipLength(files: (Head & { bytes: number })[]): number {
  let [offset, records] = [0, 0]
  for (const file of files) {
    records += directoryRecord({ ...file, crc: 0, offset }).length
    offset +=
      localHeader(file).length + file.bytes + descriptor({ crc: 0, bytes: file.bytes }).length
  }
  return offset + records + endRecords({ files: files.length, offset, bytes: records }).length
}
