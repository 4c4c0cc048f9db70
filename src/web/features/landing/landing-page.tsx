import { Link } from '@tanstack/react-router'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button-style.ts'

/** The start page: what Atelier is, work it made, one button. */
export function LandingPage() {
  return (
    <div className="m-auto px-6 py-16">
      <h1 className="text-display">{m.landing_title()}</h1>
      <p className="mt-3 text-prompt text-quiet">{m.landing_text()}</p>
      <Link to="/creator/image/text-to-image" className={`mt-8 ${buttonStyle({ variant: 'primary', size: 'large' })}`}>
        {m.landing_start()}
      </Link>
    </div>
  )
}
