import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#web/lib/account.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import type { PageProps } from '../pages.ts'
import { soonTexts } from './soon-texts.ts'

/** A page that says what will be here and that it is not built yet, with a way on. */
export function SoonPage({ path, title }: PageProps) {
  return (
    <div className="m-auto flex w-full max-w-lg flex-col items-start px-6 py-16">
      <Badge>{m.soon_mark()}</Badge>
      <h1 className="mt-4 text-display">{title}</h1>
      <p className="mt-3 text-prompt text-quiet">{soonTexts[path]?.()}</p>
      {isAboutCredits(path) && <Balance />}
      <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Link to="/creator/image/text-to-image" className={buttonStyle({ variant: 'primary' })}>
          {m.app_make_an_image()}
        </Link>
        <span className="text-small text-quiet">{m.soon_way_on()}</span>
      </div>
    </div>
  )
}

function isAboutCredits(path: string): boolean {
  return path === '/pricing' || path === '/account/credits'
}

function Balance() {
  const { data: account } = useQuery(accountQuery)
  if (!account) return null
  return (
    <p className="mt-3 text-prompt tabular-nums">
      {m.soon_you_have({ credits: formatNumber(account.credits.left_credits) })}
    </p>
  )
}
