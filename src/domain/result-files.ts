import type { Medium } from '#catalogue/kinds.ts'

const MiB = 1024 * 1024

/** The largest result file that is taken from a provider, in bytes. */
export const maxResultBytes: Record<Medium, number> = {
  image: 50 * MiB,
  video: 200 * MiB,
  audio: 200 * MiB,
}

/** The largest image that is kept, in pixels: beyond that it is a bomb for whoever opens it. */
export const maxImagePixels = 100_000_000

const second = 1_000

/** A download that brings nothing for this long has stalled, in ms. */
export const downloadIdleTime = 15 * second

/** How long one download may take in all, in ms. */
export const downloadTime: Record<Medium, number> = {
  image: 120 * second,
  video: 600 * second,
  audio: 600 * second,
}
