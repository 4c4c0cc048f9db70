import type { Medium } from '#domain/ending/result-files.ts'
import type { FileType } from './file-type.ts'

/** A stored file and what it must be. `mustSound`: a film without sound will not do. */
export type FileToInspect = { key: string; bytes: number; type: FileType; medium: Medium; mustSound: boolean }

/** What a file turned out to be. `width` and `height` in pixels as shown, `durationMs` in ms; `null`: unknown. */
export type Inspected = {
  width: number | null
  height: number | null
  durationMs: number | null
  fps: number | null
}

/** The file is not what it must be: another medium, cut off, or something that only begins like one. */
export class NotTheFile extends Error {
  override name = 'NotTheFile'
}

/** A file that must be a video holds none, although its container could. */
export class NoVideoTrack extends NotTheFile {
  override name = 'NoVideoTrack'
}
