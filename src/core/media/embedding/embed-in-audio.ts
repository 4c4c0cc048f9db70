import { generator } from '#core/provenance/rules/mark.ts'
import type { Packet, Range, ReadBytes, Segment } from './embed-packet.ts'
import { uint32BE, uint32LE } from './integers.ts'

/** The most bytes that are read of what comes before the sound. */
const maxHeader = 4 * 1024 * 1024

/** The most chunks of a WAV, and blocks of a FLAC, before the sound. */
const maxParts = 256

/** The chunk with XMP in a WAV (XMP specification, part 3, 1.2.2). */
const wavXmp = '_PMX'

/** The chunk with a manifest (C2PA 2.2, A.3.7). */
const wavManifest = 'C2PA'

/** Whether a manifest follows the sound, which begins at `at`. */
async function isSignedBehind(read: ReadBytes, at: number): Promise<boolean> {
  const length = (await read(at, at + 8)).readUInt32LE(4)
  const next = await read(at + 8 + length + (length % 2), at + 12 + length + (length % 2))
  return next.toString('latin1') === wavManifest
}

/**
 * A WAV with an XMP chunk before its sound: a length that its writer left open covers the sound
 * alone.
 */
export async function inWav(
  read: ReadBytes,
  bytes: number,
  { xmp, evenSigned }: Packet,
): Promise<Segment[] | null> {
  const riff = await read(0, 12)
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WAVE')
    return null
  const kept: Range[] = []
  let removed = 0
  let at = 12
  for (let count = 0; ; count++) {
    const head = await read(at, at + 8)
    if (head.length < 8 || count === maxParts) return null
    const type = head.toString('latin1', 0, 4)
    if (type === wavManifest && !evenSigned) return null
    if (type === 'data') break
    const length = head.readUInt32LE(4)
    const end = at + 8 + length + (length % 2)
    if (end > bytes) return null
    if (type === wavXmp) removed += end - at
    else kept.push({ start: at, end })
    at = end
  }
  if (!evenSigned && (await isSignedBehind(read, at))) return null
  const chunk = Buffer.concat([Buffer.from(wavXmp), uint32LE(xmp.length), xmp, padding(xmp)])
  const length = riff.readUInt32LE(4)
  const isOpen = length === 0 || length === 0xffffffff
  riff.writeUInt32LE(isOpen ? length : length + chunk.length - removed, 4)
  return [riff, ...kept, chunk, { start: at, end: bytes }]
}

/** The beginning of a manifest, in an object of the tag (C2PA 2.2, A.3.3). */
const mp3Manifest = Buffer.from('jumdc2pa')

const id3Xmp = Buffer.from('XMP\0', 'latin1')

/** An MP3 with XMP in an ID3 tag before its sound (XMP specification, part 3, 1.1.3). */
export async function inMp3(
  read: ReadBytes,
  bytes: number,
  { xmp, evenSigned }: Packet,
): Promise<Segment[] | null> {
  const head = await read(0, 10)
  const has = head.toString('latin1', 0, 3) === 'ID3'
  const version = has ? (head[3] ?? 0) : 4
  // Tags of ID3v2.2, and compressed or extended ones, are rare: they stay as they are.
  if (has && (version < 3 || version > 4 || head[5] !== 0)) return null
  const end = has ? 10 + fromSyncsafe(head, 6) : 0
  if (end > Math.min(bytes, maxHeader)) return null
  const sizeOf = version === 4 ? fromSyncsafe : (from: Buffer, at: number) => from.readUInt32BE(at)
  const older = has ? await read(10, end) : Buffer.alloc(0)
  if (!evenSigned && older.includes(mp3Manifest)) return null
  const frames: Buffer[] = []
  let at = 0
  while (at + 10 <= older.length && older[at] !== 0) {
    const next = at + 10 + sizeOf(older, at + 4)
    if (next > older.length) return null
    const isXmp =
      older.toString('latin1', at, at + 4) === 'PRIV' &&
      older.subarray(at + 10, at + 14).equals(id3Xmp)
    if (!isXmp) frames.push(older.subarray(at, next))
    at = next
  }
  const length = id3Xmp.length + xmp.length
  const size = version === 4 ? syncsafe(length) : uint32BE(length)
  frames.push(Buffer.concat([Buffer.from('PRIV'), size, Buffer.alloc(2), id3Xmp, xmp]))
  const tag = Buffer.concat(frames)
  const start = Buffer.from([0x49, 0x44, 0x33, version, 0, 0])
  return [start, syncsafe(tag.length), tag, { start: end, end: bytes }]
}

type Fields = Readonly<Record<string, string>>

const flacComments = 4

/** A FLAC with these fields among its comments (RFC 9639, 8.6). */
export async function inFlac(
  read: ReadBytes,
  bytes: number,
  fields: Fields,
): Promise<Segment[] | null> {
  if ((await read(0, 4)).toString('latin1') !== 'fLaC') return null
  const blocks: { type: number; content: Range | Buffer }[] = []
  let at = 4
  for (let isLast = false; !isLast; ) {
    const head = await read(at, at + 4)
    if (head.length < 4 || blocks.length === maxParts) return null
    isLast = head.readUInt8(0) >= 0x80
    const range = { start: at + 4, end: at + 4 + head.readUIntBE(1, 3) }
    if (range.end > bytes) return null
    blocks.push({ type: head.readUInt8(0) & 0x7f, content: range })
    at = range.end
  }
  const place = blocks.findIndex(({ type }) => type === flacComments)
  const older = blocks[place]?.content
  const known = older && !Buffer.isBuffer(older) ? await read(older.start, older.end) : noComments
  const content = addComments(known, fields)
  if (!content || content.length > 0xffffff) return null
  if (place >= 0) blocks.splice(place, 1)
  blocks.splice(1, 0, { type: flacComments, content })
  const segments = blocks.flatMap(({ type, content: each }, index): Segment[] => {
    const length = Buffer.isBuffer(each) ? each.length : each.end - each.start
    const head = Buffer.alloc(4)
    head.writeUIntBE(length, 1, 3)
    head.writeUInt8(type | (index === blocks.length - 1 ? 0x80 : 0), 0)
    return length > 0 ? [head, each] : [head]
  })
  return [{ start: 0, end: 4 }, ...segments, { start: at, end: bytes }]
}

/** An Ogg stream with these fields among the comments of its Opus or Vorbis (RFC 7845, 5.2). */
export async function inOgg(
  read: ReadBytes,
  bytes: number,
  fields: Fields,
): Promise<Segment[] | null> {
  const head = await read(0, Math.min(bytes, maxHeader))
  const first = pageAt(head, 0)
  if (!first) return null
  const isOpus = head.toString('latin1', first.body, first.body + 8) === 'OpusHead'
  const isVorbis = head.toString('latin1', first.body + 1, first.body + 7) === 'vorbis'
  if (!isOpus && !isVorbis) return null
  // Opus: its comments. Vorbis: comments and setup. Both end with a page.
  const wanted = isOpus ? 1 : 2
  const packets: Buffer[] = []
  const pages: Page[] = []
  let open: Buffer[] = []
  for (let at = first.end; packets.length < wanted; ) {
    const page = pageAt(head, at)
    if (!page || page.serial !== first.serial) return null
    pages.push(page)
    let from = page.body
    for (const lacing of page.lacings) {
      open.push(head.subarray(from, from + lacing))
      from += lacing
      if (lacing === 255) continue
      packets.push(Buffer.concat(open))
      open = []
    }
    at = page.end
  }
  if (packets.length !== wanted || open.length > 0) return null
  const magic = Buffer.from(isOpus ? 'OpusTags' : '\x03vorbis', 'latin1')
  const [comments, ...others] = packets
  if (!comments?.subarray(0, magic.length).equals(magic)) return null
  const content = addComments(comments.subarray(magic.length), fields)
  if (!content) return null
  const rewritten = toPages([Buffer.concat([magic, content]), ...others], pages)
  const rest = pages.at(-1)?.end ?? first.end
  return rewritten && [{ start: 0, end: first.end }, rewritten, { start: rest, end: bytes }]
}

type Page = { serial: number; sequence: number; lacings: Buffer; body: number; end: number }

function pageAt(from: Buffer, at: number): Page | null {
  if (from.toString('latin1', at, at + 4) !== 'OggS' || from.length < at + 27) return null
  const body = at + 27 + from.readUInt8(at + 26)
  const lacings = from.subarray(at + 27, body)
  const end = body + lacings.reduce((sum, lacing) => sum + lacing, 0)
  if (end > from.length) return null
  return {
    serial: from.readUInt32LE(at + 14),
    sequence: from.readUInt32LE(at + 18),
    ...{ lacings, body, end },
  }
}

/** As many pages as before: every later one has its number. `null`: they do not suffice. */
function toPages(packets: Buffer[], pages: readonly Page[]): Buffer | null {
  const lacings = packets.flatMap((packet) => [
    ...Array<number>(Math.floor(packet.length / 255)).fill(255),
    packet.length % 255,
  ])
  const body = Buffer.concat(packets)
  const each = Math.ceil(lacings.length / pages.length)
  if (each > 255) return null
  let at = 0
  const written = pages.map(({ serial, sequence }, index) => {
    const own = lacings.slice(index * each, (index + 1) * each)
    const content = body.subarray(at, at + own.reduce((sum, lacing) => sum + lacing, 0))
    at += content.length
    const head = Buffer.alloc(27)
    head.write('OggS', 'latin1')
    const continues = lacings[index * each - 1] === 255
    head.writeUInt8(continues ? 1 : 0, 5)
    // No packet ends on a page of 255s alone.
    if (own.every((lacing) => lacing === 255)) head.fill(0xff, 6, 14)
    head.writeUInt32LE(serial, 14)
    head.writeUInt32LE(sequence, 18)
    head.writeUInt8(own.length, 26)
    const page = Buffer.concat([head, Buffer.from(own), content])
    page.writeUInt32LE(oggChecksum(page), 22)
    return page
  })
  return Buffer.concat(written)
}

/** CRC-32 with the polynomial 04c11db7, neither reflected nor inverted (RFC 3533, 6). */
function oggChecksum(page: Buffer): number {
  let sum = 0
  for (const byte of page) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}

/** No comment yet, of this vendor. */
const noComments = Buffer.concat([uint32LE(generator.length), Buffer.from(generator), uint32LE(0)])

/** Vorbis comments with these fields instead of those of the same names; `null`: damaged ones. */
function addComments(block: Buffer, fields: Fields): Buffer | null {
  if (block.length < 8) return null
  const vendor = 4 + block.readUInt32LE(0)
  if (vendor + 4 > block.length) return null
  const kept: Buffer[] = []
  const count = block.readUInt32LE(vendor)
  let at = vendor + 4
  for (let index = 0; index < count; index++) {
    if (at + 4 > block.length) return null
    const end = at + 4 + block.readUInt32LE(at)
    if (end > block.length) return null
    const [name = ''] = block.toString('utf8', at + 4, end).split('=', 1)
    if (!(name.toUpperCase() in fields)) kept.push(block.subarray(at, end))
    at = end
  }
  const added = Object.entries(fields).map(([name, value]) => {
    const text = Buffer.from(`${name}=${value}`)
    return Buffer.concat([uint32LE(text.length), text])
  })
  const total = uint32LE(kept.length + added.length)
  return Buffer.concat([block.subarray(0, vendor), total, ...kept, ...added, block.subarray(at)])
}

function padding(content: Buffer): Buffer {
  return Buffer.alloc(content.length % 2)
}

function fromSyncsafe(from: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((sum, index) => sum * 128 + (from.readUInt8(at + index) & 0x7f), 0)
}

function syncsafe(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f))
}
