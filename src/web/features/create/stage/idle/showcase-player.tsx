import { m } from '#web/messages/compiled/messages.js'
import type { Showcase } from './showcase.ts'

/** What the address wants to show, playing by itself unless motion is not wanted. */
export function ShowcasePlayer({ showcase: { video, picture, title } }: { showcase: Showcase }) {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <figure className="flex min-h-0 flex-1 flex-col p-4 max-lg:h-[min(56dvh,100vw)] lg:p-6">
      {video ? (
        <video
          src={video}
          poster={picture}
          aria-label={title ?? m.stage_based_on_this()}
          autoPlay={!isCalm}
          controls={isCalm}
          loop
          muted
          playsInline
          className="min-h-0 flex-1 object-contain"
        />
      ) : (
        <img src={picture} alt={title ?? ''} className="min-h-0 flex-1 object-contain" />
      )}
      <figcaption className="pt-3 text-center text-small text-quiet">
        {title ? m.stage_based_on({ title }) : m.stage_based_on_this()}
      </figcaption>
    </figure>
  )
}
