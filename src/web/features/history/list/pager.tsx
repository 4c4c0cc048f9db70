import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonStyle } from '#web/ui/controls/button-style.ts'

/** Previous, where one is, next. Nothing while there is one page. */
export function Pager({ page, pages }: { page: number; pages: number }) {
  if (pages <= 1 && page <= 1) return null
  return (
    <nav aria-label={m.history_pager()} className="mt-8 flex items-center justify-center gap-4">
      <PagerLink to={Math.min(page - 1, pages)} isPossible={page > 1}>
        {m.history_previous_page()}
      </PagerLink>
      <p aria-live="polite" className="text-small text-quiet tabular-nums">
        {m.history_page_of({ page, pages })}
      </p>
      <PagerLink to={page + 1} isPossible={page < pages}>
        {m.history_next_page()}
      </PagerLink>
    </nav>
  )
}

function PagerLink({ to, isPossible, children }: { to: number; isPossible: boolean; children: string }) {
  const { path, query } = useLocation()
  if (!isPossible) return <Button disabled>{children}</Button>
  return (
    <Link to={path} query={{ ...query, page: to }} className={buttonStyle()}>
      {children}
    </Link>
  )
}
