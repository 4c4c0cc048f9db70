/**
 * A stored file that was opened and is what it must be. `width` and `height` in pixels as shown.
 */
export type ValidatedFile = {
  storage_key: string
  content_type: string
  bytes: number
  sha256: string
  width: number
  height: number
  duration_ms: number | null
  fps: number | null
}

/** A file as it came, in storage. `sha256` is `null` when nobody measured it on the way in. */
export type RawFile = { key: string; bytes: number; sha256: string | null }
