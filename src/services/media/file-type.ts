export type FileType = { contentType: string; extension: string }

const signatures: { type: FileType; matches(head: Uint8Array): boolean }[] = [
  { type: { contentType: 'image/jpeg', extension: 'jpg' }, matches: (head) => startsWith(head, [0xff, 0xd8, 0xff]) },
  {
    type: { contentType: 'image/png', extension: 'png' },
    matches: (head) => startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
  {
    type: { contentType: 'image/webp', extension: 'webp' },
    matches: (head) => ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP',
  },
]

/** How many first bytes `fileTypeOf` looks at. */
export const headLength = 16

/** What a file is by its first bytes, whatever it calls itself; `null` when it is nothing we keep. */
export function fileTypeOf(head: Uint8Array): FileType | null {
  return signatures.find(({ matches }) => matches(head))?.type ?? null
}

function startsWith(head: Uint8Array, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}

function ascii(head: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...head.slice(from, to))
}
