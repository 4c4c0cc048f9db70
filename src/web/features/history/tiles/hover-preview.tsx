import type { MediaView } from '#contract/generation.ts'

/** A film that plays while it is pointed at, without its sound. */
export function HoverPreview({ film }: { film: MediaView }) {
  return (
    <video
      src={film.url}
      muted
      loop
      autoPlay
      playsInline
      aria-hidden
      tabIndex={-1}
      className="absolute inset-0 size-full object-cover"
    />
  )
}
