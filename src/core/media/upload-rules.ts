import type { Accept } from '#core/models/rules/fields.ts'

/** The largest file that is accepted, in bytes: 50 MB (docs/spec/creation.md#uploads). */
export const maxUploadBytes = 52_428_800

/** The files that one request may contain as `data:` URIs, in bytes together: 20 MiB. */
export const maxDataUriBytes = 20 * 1024 ** 2

/**
 * The largest image that is stored, in pixels: as from phone cameras. Larger ones are downscaled to
 * it.
 */
export const maxImagePixels = 50_000_000

/**
 * The largest image that is opened for downscaling, in pixels. A HEIC image is opened only up to
 * `maxImagePixels`.
 */
export const maxUploadPixels = 250_000_000

/**
 * The largest frame of a video or an animated GIF, in pixels: cinema 4K, upright or not.
 */
export const maxVideoPixels = 4096 * 2304

/** The longest video, animated GIF or audio file, in seconds. */
export const maxVideoSeconds = 600

/** The names of the accepted formats, as people know them. */
export const uploadFormats: Record<Accept, string> = {
  image: 'JPEG, PNG, WebP, AVIF, HEIC',
  video: 'MP4, MOV, WebM, M4V',
  'video-or-gif': 'MP4, MOV, WebM, M4V, GIF',
  audio: 'MP3, WAV, M4A, OGG, FLAC, AAC, WebM',
}

/** The content types for presigned uploads (docs/spec/creation.md#uploads). */
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
  'audio/mpeg',
  'audio/wav',
  'audio/mp4',
  'audio/webm',
  'audio/ogg',
  'audio/flac',
  'audio/aac',
] as const

/** How many files one account may upload or have fetched at once, in one process. */
export const maxUploadsAtOnce = 10

/**
 * How many bytes of unused uploads an account may have. Each file counts as `leastUploadSize` at
 * least, so that many tiny ones are limited, too.
 */
export const maxUnusedUploadBytes = 2 * 1024 ** 3
export const leastUploadSize = 1024 ** 2

/** How long a presigned address is valid, in seconds. */
export const uploadAddressSeconds = 900

/** The timeout of fetching one file from an address, in ms. */
export const uploadFetchTime = 60_000

/** How long a sender may pause in the middle of a file, in ms. */
export const uploadIdleTime = 30_000

/**
 * How long a file may take to arrive in all, in ms: the largest one at half a megabit per second.
 */
export const uploadTime = 900_000
