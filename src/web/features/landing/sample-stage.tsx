import { ArrowUpRight } from 'lucide-react'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import type { Sample } from './landing-page.tsx'

/** One sample as large as it fits, with the words it came from: a way into the form. */
export function SampleStage({ sample: { src, width, height, prompt } }: { sample: Sample }) {
  return (
    <figure className="flex min-h-0 flex-1 flex-col">
      <div className="relative min-h-0 flex-1 max-lg:aspect-[4/3]">
        <img
          key={src}
          src={src}
          alt={prompt()}
          width={width}
          height={height}
          fetchPriority="high"
          className="fade-in absolute inset-0 size-full object-contain"
        />
      </div>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3 text-small">
        <span className="text-quiet">{prompt()}</span>
        <Link
          to="/creator/image/text-to-image"
          query={{ prompt: prompt() }}
          className="inline-flex items-center gap-1 rounded-control underline-offset-4 hover:underline"
        >
          {m.landing_sample_use()}
          <span className="sr-only">: {prompt()}</span>
          <ArrowUpRight size={16} aria-hidden />
        </Link>
      </figcaption>
    </figure>
  )
}
