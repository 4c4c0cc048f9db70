/** A supported file type, with its content type and extension. */
export type FileType = { contentType: ContentType; extension: string }

export type ContentType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/webm'
  | 'audio/mp4'
  | 'audio/webm'
  | 'audio/wav'
  | 'audio/mpeg'
  | 'audio/ogg'
  | 'audio/flac'
  | 'audio/aac'
  | 'model/gltf-binary'

type Signature = FileType & { matches(head: Uint8Array): boolean }

const signatures: Signature[] = [
  {
    contentType: 'image/jpeg',
    extension: 'jpg',
    matches: (head) => startsWith(head, [0xff, 0xd8, 0xff]),
  },
  {
    contentType: 'image/png',
    extension: 'png',
    matches: (head) => ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n',
  },
  { contentType: 'image/webp', extension: 'webp', matches: (head) => isRiff(head, 'WEBP') },
  { contentType: 'video/quicktime', extension: 'mov', matches: (head) => brandOf(head) === 'qt  ' },
  {
    contentType: 'audio/mp4',
    extension: 'm4a',
    matches: (head) => brandOf(head)?.startsWith('M4A') === true,
  },
  { contentType: 'video/mp4', extension: 'mp4', matches: (head) => brandOf(head) !== null },
  {
    contentType: 'video/webm',
    extension: 'webm',
    matches: (head) => startsWith(head, [0x1a, 0x45, 0xdf, 0xa3]),
  },
  { contentType: 'audio/wav', extension: 'wav', matches: (head) => isRiff(head, 'WAVE') },
  { contentType: 'audio/ogg', extension: 'ogg', matches: (head) => ascii(head, 0, 4) === 'OggS' },
  { contentType: 'audio/flac', extension: 'flac', matches: (head) => ascii(head, 0, 4) === 'fLaC' },
  {
    contentType: 'audio/mpeg',
    extension: 'mp3',
    matches: (head) => ascii(head, 0, 3) === 'ID3' || isFrame(head, 0x02),
  },
  { contentType: 'audio/aac', extension: 'aac', matches: (head) => isFrame(head, 0x00) },
  {
    contentType: 'model/gltf-binary',
    extension: 'glb',
    matches: (head) => ascii(head, 0, 4) === 'glTF' && head[4] === 2,
  },
]

/** How many first bytes `fileTypeOf` looks at. */
export const headLength = 16

/**
 * Detects the type of a file by its first bytes, regardless of its name; `null` when it is not
 * supported. `inspectFile` verifies that it really is of this type.
 */
export function fileTypeOf(head: Uint8Array): FileType | null {
  const found = signatures.find(({ matches }) => matches(head))
  return found ? { contentType: found.contentType, extension: found.extension } : null
}

function startsWith(head: Uint8Array, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}

function ascii(head: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...head.slice(from, to))
}

function isRiff(head: Uint8Array, form: string): boolean {
  return ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === form
}

/** The major brand of an ISO file, such as `isom` or `qt  `. */
function brandOf(head: Uint8Array): string | null {
  return ascii(head, 4, 8) === 'ftyp' ? ascii(head, 8, 12) : null
}

/** An MPEG audio frame of this layer: 01 is MP3, 00 is AAC in ADTS. */
function isFrame([first, second = 0]: Uint8Array, layer: number): boolean {
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === layer
}
