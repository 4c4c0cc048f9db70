import type { MediaView } from '#contract/generation.ts'

type Typed = Pick<MediaView, 'content_type'>

export const isPicture = ({ content_type }: Typed) => content_type.startsWith('image/')
export const isFilm = ({ content_type }: Typed) => content_type.startsWith('video/')

/** The length of a film or a sound in seconds, where it is known. */
export function secondsOf({ duration_ms }: Pick<MediaView, 'duration_ms'>): number | undefined {
  return duration_ms === null ? undefined : duration_ms / 1000
}

/** What shows a file in a still picture: its thumbnail, or itself where it is one. */
export function stillOf(media: MediaView | undefined): string | undefined {
  if (!media) return undefined
  return media.thumbnail_url ?? (isPicture(media) ? media.url : undefined)
}
