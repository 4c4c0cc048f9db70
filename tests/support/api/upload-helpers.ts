import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import type { AllParts } from '#core/parts.ts'

export async function leftOf(context: AllParts, keys: string[]): Promise<string[]> {
  await deleteOrphanedFiles(context)
  const sizes = await Promise.all(keys.map((key) => context.storage.size(key)))
  return keys.filter((_key, index) => sizes[index] !== null)
}

export function form(file: Uint8Array, name: string, type: string): FormData {
  const parts = new FormData()
  parts.set('file', new Blob([new Uint8Array(file)], { type }), name)
  return parts
}

/** The same video, made longer by an empty box. */
export function padded(video: Buffer, bytes: number): Buffer {
  const box = Buffer.alloc(bytes - video.length)
  box.writeUInt32BE(box.length)
  box.write('free', 4)
  return Buffer.concat([video, box])
}
