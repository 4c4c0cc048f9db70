import { crc32 } from 'node:zlib'

/**
 * A file of a zip: `bytes` is its exact size (below 4 GiB), `null` when unknown in advance.
 */
export type ZipFile = Head & { bytes: number | null; body: AsyncIterable<Uint8Array> }

/**
 * Streams a zip, each file stored uncompressed, one after another; only the directory is in memory,
 * some hundred bytes a file. Throws what a body throws, and when a file is shorter or longer than
 * its `bytes`, before writing more.
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

/** Returns how long the zip of these files will be, in bytes. */
export function zipLength(files: (Head & { bytes: number })[]): number {
  let [offset, records] = [0, 0]
  for (const file of files) {
    records += directoryRecord({ ...file, crc: 0, offset }).length
    offset +=
      localHeader(file).length + file.bytes + descriptor({ crc: 0, bytes: file.bytes }).length
  }
  return offset + records + endRecords({ files: files.length, offset, bytes: records }).length
}

/** The header of a file, before its bytes. */
export type Head = { name: string; madeAt: Date }

/**
 * The directory entry of a file: CRC-32, size in bytes (below 4 GiB), and the offset in the zip
 * where it begins.
 */
export type Entry = Head & { crc: number; bytes: number; offset: number }

/**
 * The largest numbers of two and four bytes: they mean that the real value is in a field of eight
 * bytes (ZIP64).
 */
const max2 = 0xffff
const max4 = 0xffff_ffff

/** Version 4.5 of the format, the first with ZIP64. */
const version = 45
const madeOnUnix = 3 << 8
const isStored = 0
/** Bit 3: CRC and size follow the bytes. Bit 11: the name is UTF-8. */
const flags = (1 << 3) | (1 << 11)
/** A regular file, readable by all and writable by its owner. */
const attributes = 0o100644 * 0x1_0000

/** Comes before a file's bytes (APPNOTE.TXT 6.3, 4.3.7). */
function localHeader(head: Head): Buffer {
  const [name, extra] = [Buffer.from(head.name), exactTime(head.madeAt)]
  return Buffer.concat([
    numbers([4, 0x04034b50], [2, version], [2, flags], [2, isStored], [4, dosTime(head.madeAt)]),
    numbers([4, 0], [4, 0], [4, 0], [2, name.length], [2, extra.length]),
    name,
    extra,
  ])
}

/** Comes after them (4.3.9). */
function descriptor({ crc, bytes }: Pick<Entry, 'crc' | 'bytes'>): Buffer {
  return numbers([4, 0x08074b50], [4, crc], [4, bytes], [4, bytes])
}

/** A file's entry in the directory (4.3.12). */
function directoryRecord({ name: text, madeAt, crc, bytes, offset }: Entry): Buffer {
  const name = Buffer.from(text)
  const isFar = offset >= max4
  const extra = Buffer.concat([
    exactTime(madeAt),
    ...(isFar ? [numbers([2, 0x0001], [2, 8], [8, offset])] : []),
  ])
  return Buffer.concat([
    numbers(
      [4, 0x02014b50],
      [2, madeOnUnix | version],
      [2, version],
      [2, flags],
      [2, isStored],
      [4, dosTime(madeAt)],
    ),
    numbers(
      [4, crc],
      [4, bytes],
      [4, bytes],
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
    ),
    numbers([4, attributes], [4, isFar ? max4 : offset]),
    name,
    extra,
  ])
}

/** The number of files and the position of their directory (4.3.14 to 4.3.16). */
function endRecords({
  files,
  offset,
  bytes,
}: {
  files: number
  offset: number
  bytes: number
}): Buffer {
  const [few, near] = [Math.min(files, max2), Math.min(offset, max4)]
  const end = numbers(
    [4, 0x06054b50],
    [4, 0],
    [2, few],
    [2, few],
    [4, Math.min(bytes, max4)],
    [4, near],
    [2, 0],
  )
  if (files < max2 && offset < max4 && bytes < max4) return end
  return Buffer.concat([
    numbers([4, 0x06064b50], [8, 44], [2, madeOnUnix | version], [2, version], [8, 0]),
    numbers([8, files], [8, files], [8, bytes], [8, offset]),
    numbers([4, 0x07064b50], [4, 0], [8, offset + bytes], [4, 1]),
    end,
  ])
}

/**
 * Date and time in DOS format and this machine's time zone, for readers that do not support
 * `exactTime`.
 */
function dosTime(at: Date): number {
  const day = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1)
  return day * 0x1_0000 + time
}

/** The time in seconds since 1970, independent of time zones (extra field UT of Info-ZIP). */
function exactTime(at: Date): Buffer {
  return numbers([2, 0x5455], [2, 5], [1, 1], [4, Math.floor(at.getTime() / 1000)])
}

/** Numbers one after another, little-endian. */
function numbers(...fields: [width: 1 | 2 | 4 | 8, value: number][]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of fields) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}
