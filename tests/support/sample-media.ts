import path from 'node:path'

/** The path of a file of `tests/support/media`: small real images, videos and sounds. */
export function mediaPath(name: string): string {
  return path.join(import.meta.dirname, 'media', name)
}
