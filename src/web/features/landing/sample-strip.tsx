import { m } from '#web/messages/compiled/messages.js'
import type { Sample } from './landing-page.tsx'

type SampleStripProps = {
  samples: readonly Sample[]
  shown: Sample
  onShow: (sample: Sample) => void
}

/** The other samples; one press puts one on the stage. */
export function SampleStrip({ samples, shown, onShow }: SampleStripProps) {
  return (
    <ul aria-label={m.landing_samples()} className="flex gap-2 overflow-x-auto px-5 pt-1 pb-5">
      {samples.map((sample) => (
        <li key={sample.src} className="shrink-0">
          <button
            type="button"
            aria-pressed={sample === shown}
            aria-label={sample.prompt()}
            onClick={() => onShow(sample)}
            className="ring-on-picture block border-b-2 border-transparent pb-1.5 transition-colors hover:border-edge aria-pressed:border-accent"
          >
            <img
              src={sample.src}
              alt=""
              width={sample.width}
              height={sample.height}
              className="h-20 w-auto"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
