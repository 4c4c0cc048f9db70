import type { Medium } from '#core/models/rules/kinds.ts'

const MiB = 1024 * 1024

/** The largest result file that is accepted from a provider, in bytes. */
export const maxResultBytes: Record<Medium, number> = {
  image: 50 * MiB,
  video: 200 * MiB,
  audio: 200 * MiB,
  mesh: 200 * MiB,
}

/**
 * The largest result image that is stored, in pixels: beyond that it may be a decompression bomb.
 */
export const maxImagePixels = 100_000_000

const second = 1_000

/** A download without data for this long has stalled, in ms. */
export const downloadIdleTime = 15 * second

/** The timeout of one download, in ms. */
export const downloadTime: Record<Medium, number> = {
  image: 120 * second,
  video: 600 * second,
  audio: 600 * second,
  mesh: 600 * second,
}
