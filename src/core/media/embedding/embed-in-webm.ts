import { type Element, elementAt, parseElement } from '../validation/webm-elements.ts'
import type { ReadBytes, Segment } from './embed-packet.ts'

const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekPosition: 0x53ac,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTrackPositions: 0xb7,
  cueClusterPosition: 0xf1,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
  checksum: 0xbf,
}

/** The most parts of a video that are looked at; each cluster is one. */
const maxParts = 100_000

/** The largest index that is written anew, in bytes. */
const maxIndex = 16 * 1024 * 1024

/**
 * A WebM with these fields as tags before its first cluster, where programs look for them. Its
 * clusters move, so its indexes are written anew, with positions of eight bytes each, whose length
 * does not depend on their values. `null`: it is not built as expected.
 */
export async function inWebm(
  read: ReadBytes,
  bytes: number,
  fields: Readonly<Record<string, string>>,
): Promise<Segment[] | null> {
  const header = await elementAt(read, 0)
  if (header?.id !== ids.header || header.end === null) return null
  const segment = await elementAt(read, header.end)
  if (segment?.id !== ids.segment) return null
  // Data behind the segment is no part of it.
  if (segment.end !== null && segment.end !== bytes) return null
  const parts = await listParts(read, segment.body, bytes)
  const first = parts?.findIndex(({ id }) => id === ids.cluster) ?? -1
  if (!parts || first < 0) return null

  const tags = element(
    ids.tags,
    element(ids.tag, ...Object.entries(fields).map(([name, value]) => simpleTag(name, value))),
  )
  const indexes = new Map<Element, Buffer>()
  for (const part of parts) {
    const isIndex = part.id === ids.seekHead || part.id === ids.cues
    if (!isIndex || part.end === null) continue
    if (part.end - part.start > maxIndex) return null
    indexes.set(part, await read(part.body, part.end))
  }
  // Positions of any value are equally long: a first plan tells where everything will be.
  const place = (starts: ReadonlyMap<number, number> | null) => planParts(parts, indexes, starts)
  const layout = layOut(parts, place(null), {
    first,
    bytes,
    from: segment.body,
    added: tags.length,
  })
  const planned = place(layout.starts)
  if (planned.some((each) => each === 'unknown')) return null

  const sizeStart = header.end + 4
  const size = segment.end === null ? null : vint(layout.length, segment.body - sizeStart)
  if (segment.end !== null && !size) return null
  const start: Segment[] = size
    ? [{ start: 0, end: sizeStart }, size]
    : [{ start: 0, end: segment.body }]
  const rest = parts.flatMap((part, index): Segment[] => {
    const rewritten = planned[index]
    const own =
      rewritten instanceof Uint8Array ? rewritten : { start: part.start, end: part.end ?? bytes }
    return index === first ? [tags, own] : [own]
  })
  return joinRanges([...start, ...rest])
}

/** An index anew; `null`: a part that stays; `unknown`: an index of something that is not there. */
type Planned = Buffer | 'unknown' | null

function planParts(
  parts: readonly Element[],
  indexes: ReadonlyMap<Element, Buffer>,
  starts: ReadonlyMap<number, number> | null,
): Planned[] {
  return parts.map((part) => {
    const content = indexes.get(part)
    return content ? (rewriteIndex(part.id, content, starts) ?? 'unknown') : null
  })
}

/** Where each part begins in the segment afterwards, by where it began, and how long it all is. */
function layOut(
  parts: readonly Element[],
  planned: readonly Planned[],
  { first, bytes, from, added }: { first: number; bytes: number; from: number; added: number },
) {
  const starts = new Map<number, number>()
  let length = 0
  for (const [index, part] of parts.entries()) {
    if (index === first) length += added
    starts.set(part.start - from, length)
    const rewritten = planned[index]
    const isIndex = rewritten instanceof Uint8Array
    length += isIndex ? rewritten.length : (part.end ?? bytes) - part.start
  }
  return { starts, length }
}

/**
 * Lists the parts of the segment. One of open length reaches to the end: a live recording has no
 * index behind it.
 */
async function listParts(read: ReadBytes, from: number, bytes: number): Promise<Element[] | null> {
  const parts: Element[] = []
  for (let at = from; at < bytes; ) {
    const part = await elementAt(read, at)
    if (!part || parts.length === maxParts || (part.end ?? bytes) > bytes) return null
    parts.push(part)
    at = part.end ?? bytes
  }
  return parts
}

/** An index with the new positions of what it lists; `null`: it lists something that is not there. */
function rewriteIndex(
  id: number,
  content: Buffer,
  starts: ReadonlyMap<number, number> | null,
): Buffer | null {
  const positions = new Set([ids.seekPosition, ids.cueClusterPosition])
  const groups = new Set([ids.seek, ids.cuePoint, ids.cueTrackPositions])
  const rewritten: Buffer[] = []
  for (let at = 0; at < content.length; ) {
    const part = parseElement(content.subarray(at, at + 12), 0)
    if (!part?.end || at + part.end > content.length) return null
    const body = content.subarray(at + part.body, at + part.end)
    if (positions.has(part.id)) {
      const old = body.length > 6 ? Number.NaN : body.length && body.readUIntBE(0, body.length)
      const start = starts ? starts.get(old) : 0
      if (start === undefined) return null
      rewritten.push(element(part.id, uint64(start)))
    } else if (groups.has(part.id)) {
      const inner = rewriteIndex(part.id, body, starts)
      if (!inner) return null
      rewritten.push(inner)
    } else if (part.id !== ids.checksum) {
      rewritten.push(content.subarray(at, at + part.end))
    }
    at += part.end
  }
  return element(id, ...rewritten)
}

/** The fewest ranges: a video of an hour has thousands of clusters. */
function joinRanges(segments: Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const each of segments) {
    const last = joined.at(-1)
    const isNext =
      last &&
      !(last instanceof Uint8Array) &&
      !(each instanceof Uint8Array) &&
      last.end === each.start
    if (isNext) joined.splice(-1, 1, { start: last.start, end: each.end })
    else joined.push(each)
  }
  return joined
}

function simpleTag(name: string, value: string): Buffer {
  return element(
    ids.simpleTag,
    element(ids.tagName, Buffer.from(name)),
    element(ids.tagString, Buffer.from(value)),
  )
}

function element(id: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const name = Buffer.alloc(4)
  name.writeUInt32BE(id)
  const size = vint(content.length, 4)
  if (!size) throw new Error('An element of a WebM is too long')
  return Buffer.concat([name.subarray(Math.floor(Math.clz32(id) / 8)), size, content])
}

function uint64(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** A number in so many bytes; `null`: it needs more. All bits set would mean an open length. */
function vint(value: number, length: number): Buffer | null {
  if (BigInt(value) >= (1n << BigInt(7 * length)) - 1n) return null
  return uint64(BigInt(value) | (1n << BigInt(7 * length))).subarray(8 - length)
}
