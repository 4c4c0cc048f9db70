import { useState } from 'react'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { SampleStage } from './sample-stage.tsx'
import { SampleStrip } from './sample-strip.tsx'

/** A picture worth showing, and the words it follows from. */
export type Sample = { src: string; width: number; height: number; prompt: () => string }

/**
 * The start page, laid out as the studio is: words on the left, the work on the stage, more of it
 * in the strip.
 */
export function LandingPage({ samples }: { samples: readonly [Sample, ...Sample[]] }) {
  const [shown, setShown] = useState<Sample>(samples[0])
  return (
    <div className="flex flex-1 flex-col lg:min-h-stage lg:flex-row-reverse">
      <div className="flex min-w-0 flex-1 flex-col bg-stage">
        <SampleStage sample={shown} />
        <SampleStrip samples={samples} shown={shown} onShow={setShown} />
      </div>
      <section className="flex shrink-0 flex-col justify-center gap-8 px-6 py-12 lg:w-80 lg:px-8 xl:w-100 xl:px-10">
        <div>
          <h1 className="text-display">{m.landing_title()}</h1>
          <p className="mt-4 text-prompt text-quiet">{m.landing_text()}</p>
        </div>
        <div className="flex flex-col items-start gap-6">
          <Link
            to="/creator/image/text-to-image"
            className={buttonStyle({ variant: 'primary', size: 'large' })}
          >
            {m.landing_start()}
          </Link>
          <nav aria-label={m.landing_links()} className="flex flex-wrap gap-x-5 gap-y-2 text-small">
            <QuietLink to="/pricing">{m.pricing_title()}</QuietLink>
            <QuietLink to="/creator/history">{m.app_account_history()}</QuietLink>
            <a href="/api/docs" className={quietLink}>
              {m.landing_api()}
            </a>
          </nav>
        </div>
      </section>
    </div>
  )
}

const quietLink = 'rounded-control text-quiet underline-offset-4 hover:text-text hover:underline'

function QuietLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={quietLink}>
      {children}
    </Link>
  )
}
