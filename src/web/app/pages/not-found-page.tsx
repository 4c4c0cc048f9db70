import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button.tsx'

/** The page for an unknown address. */
export function NotFoundPage() {
  return (
    <div className="m-auto flex max-w-md flex-col items-center px-6 py-16 text-center">
      <p className="text-small text-quiet tabular-nums">404</p>
      <h1 className="mt-2 text-display">{m.app_not_found_title()}</h1>
      <p className="mt-3 text-prompt text-quiet">{m.app_not_found_text()}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-2">
        <Link to="/creator/image/text-to-image" className={buttonStyle({ variant: 'primary' })}>
          {m.app_make_an_image()}
        </Link>
        <Link to="/" className={buttonStyle()}>
          {m.app_to_start()}
        </Link>
      </div>
    </div>
  )
}
