import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import { maxVideoPixels } from '../upload-rules.ts'
import { checkMeasures } from './check-measures.ts'

/**
 * Reads an animation: its blocks, and the pixels of its first frame. Throws `InvalidMedia`, and
 * `Refused` for one that is too large or too long.
 */
export async function readGif(path: string): Promise<Gif> {
  const file = await readFile(path)
  const gif = parseGif(file)
  if (!gif) throw new InvalidMedia('The animation is cut off')
  checkMeasures({ width: gif.width, height: gif.height, duration_ms: gif.durationMs })
  const options = { limitInputPixels: maxVideoPixels, pages: 1, failOn: 'error' } as const
  await sharp(file, options).stats()
  return gif
}

/** An animation's measures, and the ranges of the file that belong to it (from, to before). */
export type Gif = {
  width: number
  height: number
  frames: number
  durationMs: number
  kept: [number, number][]
}

const extension = 0x21
const frame = 0x2c
const trailer = 0x3b
const control = 0xf9
const application = 0xff

/** Browsers replace frame delays below 20 ms by this, in ms. */
const usualDelay = 100

type Block = { end: number; isKept: boolean; delayMs?: number; isFrame?: boolean }

/** Parses the blocks of a GIF; `null` when it is cut off or none. */
function parseGif(file: Buffer): Gif | null {
  if (file.length < 14) return null
  const flags = file.readUInt8(10)
  let at = 13 + tableLength(flags)
  let delay = usualDelay
  const gif: Gif = {
    width: file.readUInt16LE(6),
    height: file.readUInt16LE(8),
    frames: 0,
    durationMs: 0,
    kept: [[0, at]],
  }
  while (file[at] !== trailer) {
    const block = blockAt(file, at)
    if (!block) return null
    if (block.isKept) keep(gif, at, block.end)
    if (block.delayMs !== undefined) delay = block.delayMs
    if (block.isFrame) {
      gif.frames += 1
      gif.durationMs += delay
    }
    at = block.end
  }
  keep(gif, at, at + 1)
  return gif.frames > 0 && gif.width * gif.height > 0 ? gif : null
}

/** Adds a range; one that follows the last one extends it. */
function keep({ kept }: Gif, start: number, end: number): void {
  const last = kept.at(-1)
  if (last?.[1] === start) last[1] = end
  else kept.push([start, end])
}

function blockAt(file: Buffer, at: number): Block | null {
  if (file[at] === frame && at + 10 < file.length) {
    const end = endOfData(file, at + 11 + tableLength(file.readUInt8(at + 9)))
    return end === null ? null : { end, isKept: true, isFrame: true }
  }
  if (file[at] !== extension || at + 8 > file.length) return null
  const end = endOfData(file, at + 2)
  if (end === null) return null
  const label = file[at + 1]
  if (label === control) {
    const asked = file.readUInt16LE(at + 4) * 10
    return { end, isKept: true, delayMs: asked < 20 ? usualDelay : asked }
  }
  // The repeat count is the only application data that is kept.
  return {
    end,
    isKept: label === application && file.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0',
  }
}

/** A table of colours, in bytes. */
function tableLength(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Data consists of blocks with their length, the last of length 0. */
function endOfData(file: Buffer, start: number): number | null {
  let at = start
  for (;;) {
    const length = file[at]
    if (length === undefined) return null
    at += length + 1
    if (length === 0) return at
  }
}
