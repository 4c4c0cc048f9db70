import type { Accept } from '#catalogue/fields.ts'

/** The largest file that is taken, in bytes: 50 MB (docs/spec/creation.md#uploads). */
export const maxUploadBytes = 52_428_800

/**
 * The largest image that is kept, in pixels: what the cameras of phones make. Larger ones are
 * downscaled to it.
 */
export const maxImagePixels = 50_000_000

/**
 * The largest image that is opened to be downscaled, in pixels. A HEIC image is opened only up to
 * `maxPicturePixels`.
 */
export const maxUploadPixels = 250_000_000

/**
 * The largest frame of a video or a moving GIF that is taken, in pixels: cinema 4K, upright or not.
 */
export const maxVideoPixels = 4096 * 2304

/** The longest video or moving GIF that is taken, in seconds. */
export const maxVideoSeconds = 600

/** The names of the formats that are taken, as people know them. */
export const uploadFormats: Record<Accept, string> = {
  image: 'JPEG, PNG, WebP, AVIF, HEIC',
  video: 'MP4, MOV, WebM, M4V',
  'video-or-gif': 'MP4, MOV, WebM, M4V, GIF',
}

/** Content types a signed address is given for (docs/spec/creation.md#uploads). */
export const uploadContentTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/gif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/x-m4v',
] as const

/** How many files one account may send or have fetched at the same time, in one process. */
export const maxUploadsAtOnce = 10

/**
 * How much of what an account uploaded may lie unused, in bytes. Each file counts as
 * `leastUploadSize` at least, so that many tiny ones are bounded, too.
 */
export const maxUnusedUploadBytes = 2 * 1024 ** 3
export const leastUploadSize = 1024 ** 2

/** How long a signed address takes a file, in seconds. */
export const uploadAddressSeconds = 900

/** How long fetching one file from an address may take in all, in ms. */
export const uploadFetchTime = 60_000

/** How long a sender may be silent in the middle of a file, in ms. */
export const uploadIdleTime = 30_000

/**
 * How long a file may take to arrive in all, in ms: the largest one at half a megabit per second.
 */
export const uploadTime = 900_000
