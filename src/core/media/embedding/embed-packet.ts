import { crc32 } from 'node:zlib'
import type { ReadFile } from '#core/parsers/parser-tasks.ts'
import type { ByteRange } from '#platform/storage/storage.ts'
import { boxesIn } from '../validation/iso-boxes.ts'
import { inFlac, inMp3, inOgg, inWav } from './embed-in-audio.ts'
import { inWebm } from './embed-in-webm.ts'
import { uint32BE, uint32LE } from './integers.ts'

/** Opens a range of a stored file, both ends included. */
type OpenRange = (range: ByteRange) => Promise<AsyncIterable<Uint8Array>>

/** A range of the stored file, from `start` to before `end`. */
export type Range = { start: number; end: number }

/** A part of a file that is sent: a range of the stored one, or added bytes. */
export type Segment = Range | Uint8Array

/** Reads from `start` to before `end`, or to the end of the file where that comes first. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>

/** How much of an image's beginning is searched for older XMP, in bytes. */
const headLength = 64 * 1024

/** The maximum number of chunks of a WebP that are looked at. */
const maxChunks = 64

const types = new Set([
  ...['image/png', 'image/jpeg', 'image/webp'],
  ...['video/mp4', 'video/quicktime', 'audio/mp4', 'audio/wav', 'audio/mpeg'],
])

/** Whether files of a type can contain an XMP packet. */
export function takesPacket(contentType: string): boolean {
  return types.has(contentType)
}

/**
 * Plans a file with an XMP packet in it, without reading its pixels: a PNG has it as iTXt, a JPEG as
 * APP1, a WebP and a WAV as a chunk, MP4 and QuickTime as a box at the end, an MP3 in its ID3 tag.
 * FLAC, Ogg and WebM get `fields` as comments or tags instead. `null`: a type that takes neither, a
 * file that is not built as expected, or one with a signed manifest, which the packet would break; it
 * is sent as it is. It runs in a parser (core/parsers).
 */
export async function planPacket(
  readFile: ReadFile,
  { bytes, contentType, xmp: packet, fields, evenSigned = false }: FileToPlan,
): Promise<Segment[] | null> {
  const xmp = Buffer.from(packet)
  const read: ReadBytes = async (start, end) =>
    start >= Math.min(end, bytes) ? Buffer.alloc(0) : readFile(start, Math.min(end, bytes))
  switch (contentType) {
    case 'image/png':
      return inPng(await read(0, headLength), bytes, { xmp, evenSigned })
    case 'image/jpeg':
      return inJpeg(await read(0, headLength), bytes, { xmp, evenSigned })
    case 'image/webp':
      return inWebp(read, bytes, { xmp, evenSigned })
    case 'video/mp4':
    case 'video/quicktime':
    case 'audio/mp4':
      return inIsoFile(read, bytes, { xmp, evenSigned })
    case 'audio/wav':
      return inWav(read, bytes, { xmp, evenSigned })
    case 'audio/mpeg':
      return inMp3(read, bytes, { xmp, evenSigned })
  }
  if (!fields) return null
  switch (contentType) {
    case 'audio/flac':
      return inFlac(read, bytes, fields)
    case 'audio/ogg':
      return inOgg(read, bytes, fields)
    case 'video/webm':
    case 'audio/webm':
      return inWebm(read, bytes, fields)
    default:
      return null
  }
}

/**
 * A stored file, and what it gets. `fields`: names and values, for formats that take no XMP.
 * `evenSigned`: it is signed again afterwards.
 */
export type FileToPlan = {
  bytes: number
  contentType: string
  xmp: string
  fields?: Readonly<Record<string, string>>
  evenSigned?: boolean
}

/** A packet, and whether a signed file gets it, too. */
export type Packet = { xmp: Buffer; evenSigned: boolean }

/** Returns the size of a planned file in bytes. */
export function plannedLength(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + lengthOf(segment), 0)
}

/** Streams a planned file, or a range of it; reads only those ranges of the stored file. */
export async function* readPlanned(
  open: OpenRange,
  segments: readonly Segment[],
  range: ByteRange = { start: 0, end: plannedLength(segments) - 1 },
): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const segment of segments) {
    const from = Math.max(range.start - at, 0)
    const to = Math.min(range.end + 1 - at, lengthOf(segment))
    at += lengthOf(segment)
    if (from >= to) continue
    if (segment instanceof Uint8Array) yield segment.subarray(from, to)
    else yield* await open({ start: segment.start + from, end: segment.start + to - 1 })
  }
}

function lengthOf(segment: Segment): number {
  return segment instanceof Uint8Array ? segment.length : segment.end - segment.start
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
/** The signature and the header chunk, with its checksum. */
const pngHeaderLength = 33

/** The keyword, no compression, no language, no translated keyword. */
const pngKeyword = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1')

/** The chunks that programs write XMP in; libvips writes it compressed. */
const pngTexts = new Set(['iTXt', 'zTXt', 'tEXt'])

/** The chunk with a manifest (C2PA 2.2, A.3.4). */
const pngManifest = 'caBX'

function inPng(head: Buffer, bytes: number, { xmp, evenSigned }: Packet): Segment[] | null {
  if (!head.subarray(0, 16).equals(pngStart) || bytes <= pngHeaderLength) return null
  const older: Range[] = []
  let at = pngHeaderLength
  while (at + 8 <= head.length) {
    const type = head.toString('latin1', at + 4, at + 8)
    const end = at + 12 + head.readUInt32BE(at)
    if (type === 'IDAT' || end > bytes) break
    if (type === pngManifest && !evenSigned) return null
    const isXmp = head.subarray(at + 8, at + 26).equals(pngKeyword.subarray(0, 18))
    if (pngTexts.has(type) && isXmp) older.push({ start: at, end })
    at = end
  }
  const content = Buffer.concat([Buffer.from('iTXt'), pngKeyword, xmp])
  const chunk = Buffer.concat([uint32BE(content.length - 4), content, uint32BE(crc32(content))])
  return insert(chunk, { at: pngHeaderLength, bytes, without: older })
}

const jpegXmp = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
/** The largest segment of a JPEG, without its marker. */
const maxJpegSegment = 0xffff

/** The marker of segments with a manifest (C2PA 2.2, A.3.1). */
const jpegManifest = 0xeb

function inJpeg(head: Buffer, bytes: number, { xmp, evenSigned }: Packet): Segment[] | null {
  const size = 2 + jpegXmp.length + xmp.length
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8 || size > maxJpegSegment) return null
  const older: Range[] = []
  let at = 2
  let place = 2
  while (at + 4 <= head.length && head[at] === 0xff) {
    const marker = head[at + 1] ?? 0
    const end = at + 2 + head.readUInt16BE(at + 2)
    if (marker < 0xe0 || marker > 0xef || end > bytes) break
    if (marker === jpegManifest && !evenSigned) return null
    // The JFIF segment has to come first.
    if (marker === 0xe0 && at === 2) place = end
    const isXmp = head.subarray(at + 4, at + 4 + jpegXmp.length).equals(jpegXmp)
    if (marker === 0xe1 && isXmp) older.push({ start: at, end })
    at = end
  }
  const segment = Buffer.alloc(4)
  segment.writeUInt16BE(0xffe1, 0)
  segment.writeUInt16BE(size, 2)
  return insert(Buffer.concat([segment, jpegXmp, xmp]), { at: place, bytes, without: older })
}

/** The flags of an extended WebP: it has XMP; it has transparent pixels. */
const webpXmp = 0x04
const webpAlpha = 0x10

async function inWebp(
  read: ReadBytes,
  bytes: number,
  { xmp, evenSigned }: Packet,
): Promise<Segment[] | null> {
  const head = await read(0, 30)
  const isWebp =
    head.length === 30 &&
    head.toString('latin1', 0, 4) === 'RIFF' &&
    head.toString('latin1', 8, 12) === 'WEBP' &&
    head.readUInt32LE(4) + 8 === bytes
  if (!isWebp || bytes % 2 !== 0) return null
  const isExtended = head.toString('latin1', 12, 16) === 'VP8X'
  const extension = isExtended ? Buffer.from(head.subarray(12, 30)) : extensionOf(head)
  if (!extension) return null
  const start = isExtended ? 30 : 12
  const chunks = await webpChunks(read, { start, end: bytes })
  if (!evenSigned && chunks?.some(({ type }) => type === 'C2PA')) return null
  const hasXmp = isExtended && (head.readUInt8(20) & webpXmp) !== 0
  if (hasXmp && !chunks) return null
  const older = chunks?.filter(({ type }) => type === 'XMP ') ?? []
  extension.writeUInt8(extension.readUInt8(8) | webpXmp, 8)
  const chunk = Buffer.concat([
    Buffer.from('XMP '),
    uint32LE(xmp.length),
    xmp,
    Buffer.alloc(xmp.length % 2),
  ])
  const rest = without({ start, end: bytes }, older)
  const size = 4 + extension.length + plannedLength(rest) + chunk.length
  const riff = Buffer.concat([Buffer.from('RIFF'), uint32LE(size), Buffer.from('WEBP'), extension])
  return [riff, ...rest, chunk]
}

/** The chunk that makes a simple WebP an extended one: its size, and whether it has alpha. */
function extensionOf(head: Buffer): Buffer | null {
  const type = head.toString('latin1', 12, 16)
  let [width, height, flags] = [0, 0, 0]
  if (type === 'VP8 ' && head.readUIntBE(23, 3) === 0x9d012a) {
    width = head.readUInt16LE(26) & 0x3fff
    height = head.readUInt16LE(28) & 0x3fff
  } else if (type === 'VP8L' && head.readUInt8(20) === 0x2f) {
    const bits = head.readUInt32LE(21)
    width = (bits & 0x3fff) + 1
    height = ((bits >>> 14) & 0x3fff) + 1
    flags = (bits >>> 28) & 1 ? webpAlpha : 0
  }
  if (width === 0 || height === 0) return null
  const chunk = Buffer.alloc(18)
  chunk.write('VP8X', 'latin1')
  chunk.writeUInt32LE(10, 4)
  chunk.writeUInt8(flags, 8)
  chunk.writeUIntLE(width - 1, 12, 3)
  chunk.writeUIntLE(height - 1, 15, 3)
  return chunk
}

/** The chunks of a WebP; `null`: too many to look at each, as in an animation, or damaged ones. */
async function webpChunks(
  read: ReadBytes,
  { start, end: bytes }: Range,
): Promise<(Range & { type: string })[] | null> {
  const found: (Range & { type: string })[] = []
  for (let at = start; at + 8 <= bytes; ) {
    if (found.length === maxChunks) return null
    const head = await read(at, at + 8)
    const length = head.readUInt32LE(4)
    const end = at + 8 + length + (length % 2)
    if (end > bytes) return null
    found.push({ type: head.toString('latin1', 0, 4), start: at, end })
    at = end
  }
  return found
}

const isoXmp = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/** The box with a manifest (C2PA 2.2, A.5.1). */
const isoManifest = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')

/** The box stands at the end, so that no offset in the file changes. */
async function inIsoFile(
  read: ReadBytes,
  bytes: number,
  { xmp, evenSigned }: Packet,
): Promise<Segment[] | null> {
  const { boxes, rest } = await boxesIn(read, 0, bytes)
  const last = boxes.at(-1)
  if (boxes[0]?.type !== 'ftyp' || !last || rest !== bytes) return null
  // A box of length 0 reaches to the end of the file, and would contain what is added.
  if ((await read(last.start, last.start + 4)).readUInt32BE(0) === 0) return null
  const box = Buffer.concat([uint32BE(24 + xmp.length), Buffer.from('uuid'), isoXmp, xmp])
  const uuidOf = (start: number) => read(start + 8, start + 24)
  for (const { type, start } of evenSigned ? [] : boxes)
    if (type === 'uuid' && (await uuidOf(start)).equals(isoManifest)) return null
  const isXmp = last.type === 'uuid' && (await uuidOf(last.start)).equals(isoXmp)
  return [{ start: 0, end: isXmp ? last.start : bytes }, box]
}

function insert(
  added: Uint8Array,
  { at, bytes, without: older }: { at: number; bytes: number; without: readonly Range[] },
): Segment[] {
  return [{ start: 0, end: at }, added, ...without({ start: at, end: bytes }, older)]
}

/** The range without those parts of it, which are in order. */
function without(range: Range, parts: readonly Range[]): Range[] {
  const kept: Range[] = []
  let at = range.start
  for (const part of parts) {
    if (part.start > at) kept.push({ start: at, end: part.start })
    at = Math.max(at, part.end)
  }
  if (at < range.end) kept.push({ start: at, end: range.end })
  return kept
}
