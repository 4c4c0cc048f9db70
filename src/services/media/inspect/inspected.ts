import type { Medium } from '#domain/result-files.ts'
import type { FileType } from './file-type.ts'

/** A stored file and what it must be. `requiresAudio`: a film without sound will not do. */
export type FileToInspect = {
  key: string
  bytes: number
  type: FileType
  medium: Medium
  requiresAudio: boolean
}

/**
 * What a file turned out to be. `width` and `height` in pixels as shown, `durationMs` in ms;
 * `null`: unknown.
 */
export type Inspected = {
  width: number | null
  height: number | null
  durationMs: number | null
  fps: number | null
}

/**
 * The file is not what it must be: another medium, cut off, or something that only begins like one.
 */
export class InvalidMedia extends Error {
  override name = 'InvalidMedia'
}

/** A file that must be a video holds none, although its container could. */
export class NoVideoTrack extends InvalidMedia {
  override name = 'NoVideoTrack'
}
