import type { Accept } from '#core/models/rules/fields.ts'
import { type ContentType, type FileType, fileTypeOf } from '../file-type.ts'

/** The type of a file by its first bytes, and how it is validated. */
export type SniffedType =
  | { medium: 'image'; format: 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'; extension: string }
  | { medium: 'gif'; extension: 'gif' }
  | {
      medium: 'video'
      contentType: 'video/mp4' | 'video/quicktime' | 'video/webm'
      extension: string
    }
  | (FileType & { medium: 'audio'; contentType: AudioType })

/** The content type of an audio file. */
type AudioType = Extract<ContentType, `audio/${string}`>

/** How many first bytes `sniff` looks at: an ISO file lists the brands it is compatible with. */
export const sniffLength = 64

const images = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' } as const
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])
const avifBrands = new Set(['avif', 'avis'])

/**
 * `null`: an unsupported type. The names and content types of the sender are ignored.
 */
export function sniff(head: Uint8Array): SniffedType | null {
  if (/^GIF8[79]a/.test(text(head, 0, 6))) return { medium: 'gif', extension: 'gif' }
  const still = stillBrand(head)
  if (still) return { medium: 'image', format: still, extension: still }

  const type = fileTypeOf(head)
  switch (type?.contentType) {
    case 'image/jpeg':
    case 'image/png':
    case 'image/webp':
      return { medium: 'image', format: images[type.contentType], extension: type.extension }
    case 'video/mp4':
    case 'video/quicktime':
    case 'video/webm':
      // Matroska has the same first bytes, and its name follows; no provider is known to accept it.
      if (text(head, 0, sniffLength).includes('matroska')) return null
      return { medium: 'video', contentType: type.contentType, extension: type.extension }
    default:
      return isAudio(type) ? { medium: 'audio', ...type } : null
  }
}

function isAudio(type: FileType | null): type is FileType & { contentType: AudioType } {
  return type?.contentType.startsWith('audio/') === true
}

const media: Record<Accept, readonly SniffedType['medium'][]> = {
  image: ['image'],
  video: ['video'],
  'video-or-gif': ['video', 'gif'],
  // A video container may hold audio alone.
  audio: ['audio', 'video'],
}

/** Whether a file of this medium can be valid for a field with `accept`. */
export function isPossible({ medium }: SniffedType, accept: Accept): boolean {
  return media[accept].includes(medium)
}

/** The brand of an image in a video container. */
function stillBrand(head: Uint8Array): 'avif' | 'heic' | null {
  if (text(head, 4, 8) !== 'ftyp') return null
  const length = Math.min(new DataView(head.buffer, head.byteOffset).getUint32(0), head.length)
  const brands = [text(head, 8, 12)]
  for (let at = 16; at + 4 <= length; at += 4) brands.push(text(head, at, at + 4))
  const [major = ''] = brands
  if (!avifBrands.has(major) && !heicBrands.has(major)) return null
  return brands.some((brand) => avifBrands.has(brand)) ? 'avif' : 'heic'
}

function text(head: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...head.subarray(from, to))
}
