import type { Patch, ReadAt } from './find-metadata.ts'

type Box = { type: string; start: number; body: number; end: number }

/** Metadata that devices and programs add to a video: names, places, cameras, previews, notes. */
const metadataBoxes = new Set(['udta', 'meta', 'uuid', 'free', 'skip'])

/** Tracks that record where and how a video was taken. */
const metadataTracks = new Set(['meta', 'camm', 'gpmd'])

/** The maximum number of boxes at one level; no regular video has as many. */
const mostBoxes = 4_096

const free = Buffer.from('free')

/**
 * Finds metadata in an MP4 or QuickTime file. Data after its last box, such as a hidden archive, is
 * blanked, too.
 */
export async function findIsoMetadata(read: ReadAt, bytes: number): Promise<Patch[]> {
  const patches: Patch[] = []
  const { boxes, rest } = await boxesIn(read, 0, bytes)
  for (const box of boxes) {
    if (metadataBoxes.has(box.type)) patches.push(...blank(box))
    if (box.type === 'moov') patches.push(...(await inMovie(read, box)))
  }
  if (rest < bytes) patches.push({ start: rest, end: bytes, bytes: null })
  return patches
}

async function inMovie(read: ReadAt, movie: Box): Promise<Patch[]> {
  const patches: Patch[] = []
  for (const box of (await boxesIn(read, movie.body, movie.end)).boxes) {
    if (metadataBoxes.has(box.type)) patches.push(...blank(box))
    if (box.type === 'trak') patches.push(...(await inTrack(read, box)))
  }
  return patches
}

async function inTrack(read: ReadAt, track: Box): Promise<Patch[]> {
  const { boxes } = await boxesIn(read, track.body, track.end)
  const media = boxes.find(({ type }) => type === 'mdia')
  const handler =
    media && (await boxesIn(read, media.body, media.end)).boxes.find(({ type }) => type === 'hdlr')
  const kind = handler ? (await read(handler.body + 8, handler.body + 12)).toString('latin1') : ''
  if (metadataTracks.has(kind)) return blank(track)
  return boxes.filter(({ type }) => metadataBoxes.has(type)).flatMap(blank)
}

/** Replaces a box by one that players ignore. */
function blank({ type, start, body, end }: Box): Patch[] {
  const name: Patch[] = type === 'free' ? [] : [{ start: start + 4, end: start + 8, bytes: free }]
  return body < end ? [...name, { start: body, end, bytes: null }] : name
}

/** Lists the boxes from `start` to `end`, and where data begins that is no box. */
export async function boxesIn(
  read: ReadAt,
  start: number,
  end: number,
): Promise<{ boxes: Box[]; rest: number }> {
  const boxes: Box[] = []
  let at = start
  while (at + 8 <= end && boxes.length < mostBoxes) {
    const box = boxAt(await read(at, at + 16), at, end)
    if (!box) break
    boxes.push(box)
    at = box.end
  }
  return { boxes, rest: at }
}

function boxAt(head: Buffer, start: number, end: number): Box | null {
  const type = head.toString('latin1', 4, 8)
  const size = head.readUInt32BE(0)
  const isLong = size === 1 && head.length === 16
  const length = isLong ? Number(head.readBigUInt64BE(8)) : size === 0 ? end - start : size
  const header = isLong ? 16 : 8
  const isBox = /^[\x20-\x7e\xa9]{4}$/.test(type) && length >= header && start + length <= end
  return isBox ? { type, start, body: start + header, end: start + length } : null
}
