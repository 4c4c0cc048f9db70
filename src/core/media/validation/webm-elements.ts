import type { Patch, ReadAt } from './find-metadata.ts'

/** `end` is `null` where the writer left the length open, as for a live recording. */
export type Element = { id: number; start: number; body: number; end: number | null }

const segmentId = 0x18538067

const infoId = 0x1549a966

/** Tags (titles, places, devices), attached files and chapters. */
const metadataIds = new Set([0x1254c367, 0x1941a469, 0x1043a770])

/** Title, file name and date of the whole video, and the checksum over them. */
const trackMetadataIds = new Set([0x7ba9, 0x7384, 0x4461, 0xbf])

const mostElements = 100_000

/** Finds metadata in a WebM file. Data after its segment is blanked, too. */
export async function findWebmMetadata(read: ReadAt, bytes: number): Promise<Patch[]> {
  const patches: Patch[] = []
  for (let at = 0, count = 0; at < bytes && count < 4; count++) {
    const element = await elementAt(read, at)
    if (!element) break
    if (element.id === segmentId) {
      const end = Math.min(element.end ?? bytes, bytes)
      patches.push(...(await inMaster(read, element.body, end, metadataIds)))
      if (end < bytes) patches.push({ start: end, end: bytes, bytes: null })
      break
    }
    at = element.end ?? bytes
  }
  return patches
}

async function inMaster(
  read: ReadAt,
  start: number,
  end: number,
  metadataIds: Set<number>,
): Promise<Patch[]> {
  const patches: Patch[] = []
  for (let at = start, count = 0; at < end && count < mostElements; count++) {
    const element = await elementAt(read, at)
    if (!element || element.end === null || element.end > end) break
    if (metadataIds.has(element.id)) patches.push(...blank(element.start, element.end))
    if (element.id === infoId)
      patches.push(...(await inMaster(read, element.body, element.end, trackMetadataIds)))
    at = element.end
  }
  return patches
}

/** A void element of the same length. */
function blank(start: number, end: number): Patch[] {
  const length = end - start
  if (length < 9)
    return [
      { start, end, bytes: Buffer.from([0xec, 0x80 | (length - 2), ...Array(length - 2).fill(0)]) },
    ]
  const head = Buffer.alloc(9)
  head.writeBigUInt64BE(BigInt(length - 9) | (1n << 56n), 1)
  head[0] = 0xec
  return [
    { start, end: start + 9, bytes: head },
    { start: start + 9, end, bytes: null },
  ]
}

/** Reads the beginning of the element at `start`; `null`: there is none. */
export async function elementAt(read: ReadAt, start: number): Promise<Element | null> {
  return parseElement(await read(start, start + 12), start)
}

/** Parses the beginning of an element, at most 12 bytes; `null`: it is none. */
export function parseElement(head: Buffer, start: number): Element | null {
  const idLength = lengthOf(head[0])
  if (idLength > 4 || head.length <= idLength) return null
  const sizeLength = lengthOf(head[idLength])
  const body = start + idLength + sizeLength
  if (sizeLength > 8 || head.length < idLength + sizeLength) return null
  const marked = head
    .subarray(idLength, idLength + sizeLength)
    .reduce<bigint>((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const open = (1n << BigInt(7 * sizeLength)) - 1n
  const size = marked & open
  const id = head.readUIntBE(0, idLength)
  return { id, start, body, end: size === open ? null : body + Number(size) }
}

/** Returns the length of a number in bytes, by its first byte; 9 when it is none. */
function lengthOf(first: number | undefined): number {
  return first === undefined ? 9 : Math.clz32(first) - 23
}
