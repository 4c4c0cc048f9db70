import { useLocation } from '@tanstack/react-router'
import { m } from '#web/messages/compiled/messages.js'
import { type Showcase, showcaseOf } from './showcase.ts'

const examples = [m.stage_example_1, m.stage_example_2, m.stage_example_3]

/** Nothing asked for yet: what the address wants to show, else an invitation. */
export function Idle({ onExample }: { onExample: (prompt: string) => void }) {
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const showcase = showcaseOf(Object.fromEntries(new URLSearchParams(search)), location.origin)
  return showcase ? <ShowcasePlayer showcase={showcase} /> : <Invitation onExample={onExample} />
}

function Invitation({ onExample }: { onExample: (prompt: string) => void }) {
  return (
    <div className="m-auto w-full max-w-md px-5 py-4">
      <h2 className="text-title">{m.stage_idle_title()}</h2>
      <p className="mt-1 text-quiet">{m.stage_idle_hint()}</p>
      <ul className="mt-4 border-t border-line">
        {examples.map((example) => (
          <li key={example()} className="border-b border-line">
            <button
              type="button"
              onClick={() => onExample(example())}
              className="-mx-2 w-[calc(100%+1rem)] rounded-control px-2 py-2.5 text-left text-quiet transition-colors hover:text-text"
            >
              {example()}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function ShowcasePlayer({ showcase: { video, picture, title } }: { showcase: Showcase }) {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <figure className="absolute inset-0 flex flex-col p-4 lg:p-6">
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
