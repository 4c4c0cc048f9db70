import {
  configure,
  type Entry,
  type FileEntry,
  Reader,
  Uint8ArrayWriter,
  ZipReader,
} from '@zip.js/zip.js'
import { expect, it, vi } from 'vitest'
import { writeZip, type ZipFile, zipLength } from './write-zip.ts'

configure({ useWebWorkers: false })

const madeAt = new Date('2026-11-20T09:08:07Z')

type Wanted = { name: string; chunks: Uint8Array[]; bytes?: number | null }

const sizeOf = (chunks: Uint8Array[]) => chunks.reduce((sum, { length }) => sum + length, 0)

async function* zipped(files: Wanted[]): AsyncGenerator<ZipFile> {
  for (const { name, chunks, bytes = sizeOf(chunks) } of files)
    yield { name, madeAt, bytes, body: inPieces(chunks) }
}

async function* inPieces(chunks: Uint8Array[]) {
  yield* chunks
}

/**
 * A zip as the chunks it was written in: the chunks of a file may be one shared buffer, so that a
 * huge zip needs no memory.
 */
class Pieces extends Reader<Uint8Array[]> {
  readonly #pieces: Uint8Array[]
  constructor(pieces: Uint8Array[]) {
    super(pieces)
    this.#pieces = pieces
    this.size = sizeOf(pieces)
  }

  override async readUint8Array(from: number, length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    let at = 0
    for (const piece of this.#pieces) {
      if (at + piece.length > from && at < from + length) {
        parts.push(piece.subarray(Math.max(0, from - at), from + length - at))
      }
      at += piece.length
    }
    return Buffer.concat(parts)
  }
}

async function piecesOf(files: Wanted[]): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeZip(zipped(files))) pieces.push(piece)
  return pieces
}

async function written(files: Wanted[]): Promise<{ bytes: number; entries: Entry[] }> {
  const pieces = await piecesOf(files)
  const reader = new ZipReader(new Pieces(pieces))
  const entries = await reader.getEntries()
  expect(reader.warnings).toEqual([])
  return { bytes: sizeOf(pieces), entries }
}

const read = async (entry: Entry) =>
  Buffer.from(await (entry as FileEntry).getData(new Uint8ArrayWriter(), { checkSignature: true }))

const lengthOf = (files: Wanted[]) =>
  zipLength(files.map(({ name, chunks }) => ({ name, madeAt, bytes: sizeOf(chunks) })))

it('can be read by another program: names of any script, times to the second, every byte', async () => {
  const files = [
    { name: '画 “a” ñ.png', chunks: [Buffer.from('hello '), Buffer.from('world')] },
    { name: 'empty.txt', chunks: [] },
    { name: 'large.bin', chunks: Array<Buffer>(3).fill(Buffer.alloc(70_000, 'x')) },
  ]
  const { bytes, entries } = await written(files)
  expect(bytes).toBe(lengthOf(files))
  expect(entries.map((entry) => entry.filename)).toEqual(files.map(({ name }) => name))
  for (const [index, entry] of entries.entries()) {
    expect((await read(entry)).equals(Buffer.concat(files[index]?.chunks ?? []))).toBe(true)
    expect(entry).toMatchObject({
      lastModDate: madeAt,
      filenameUTF8: true,
      compressionMethod: 0,
      directory: false,
    })
  }
})

it('is empty without files', async () => {
  expect(await written([])).toMatchObject({ bytes: lengthOf([]), entries: [] })
})

it('states no length that is unknown in advance', async () => {
  const { entries } = await written([{ name: 'a', chunks: [Buffer.from('abc')], bytes: null }])
  expect(entries).toMatchObject([{ uncompressedSize: 3 }])
})

it('holds more than 65,535 files', async () => {
  const files = Array.from({ length: 66_000 }, (_, index) => ({ name: `${index}.txt`, chunks: [] }))
  const pieces = await piecesOf(files)
  expect(sizeOf(pieces)).toBe(lengthOf(files))
  const onprogress = vi.fn<(index: number, of: number) => void>()
  const entries = new ZipReader(new Pieces(pieces)).getEntriesGenerator({ onprogress })
  expect((await entries.next()).value).toMatchObject({ filename: '0.txt' })
  expect(onprogress.mock.calls[0]?.[1]).toBe(66_000)
})

it('holds more than 4 GiB', { timeout: 120_000 }, async () => {
  const chunk = Buffer.alloc(64 * 1024 * 1024)
  const files = [...Array(65).keys()].map((index) => ({ name: `${index}.bin`, chunks: [chunk] }))
  files.push({ name: 'last.txt', chunks: [Buffer.from('the end')] })
  const { bytes, entries } = await written(files)
  expect(bytes).toBe(lengthOf(files))
  const last = entries.at(-1)
  expect(last?.offset).toBeGreaterThan(0xffff_ffff)
  expect(last && (await read(last)).toString()).toBe('the end')
})

it.each([4, 6])(
  'throws when a file of 5 bytes has %i, and writes no more than 5 of it',
  async (length) => {
    const sent: Uint8Array[] = []
    const write = async () => {
      const file = { name: 'a', chunks: [Buffer.alloc(length, 'x')], bytes: 5 }
      for await (const piece of writeZip(zipped([file]))) sent.push(piece)
    }
    await expect(write()).rejects.toThrow('5')
    expect(Buffer.concat(sent).toString()).not.toContain('xxxxxx')
  },
)

it('closes the file being read when its own reader stops', async () => {
  const left = Promise.withResolvers<string>()
  async function* body() {
    try {
      yield Buffer.from('a')
      yield Buffer.from('b')
    } finally {
      left.resolve('left')
    }
  }
  async function* files() {
    yield { name: 'a', madeAt, bytes: 2, body: body() }
  }
  for await (const piece of writeZip(files())) if (piece.length === 1) break
  expect(await left.promise).toBe('left')
})
