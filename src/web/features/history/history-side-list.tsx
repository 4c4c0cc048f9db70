import { ChevronDown } from 'lucide-react'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { type HistoryKind, historyKinds } from './history-kinds.ts'

/** The five histories, the current one highlighted; folded behind its name on small screens. */
export function HistorySideList({ current }: { current: HistoryKind | undefined }) {
  return (
    <>
      <nav aria-label={m.history_kinds()} className="-ml-3 w-52 shrink-0 max-xl:hidden">
        <KindLinks />
      </nav>
      <details key={current?.path ?? ''} className="group xl:hidden">
        <summary className="flex min-h-control items-center justify-between gap-2 rounded-control border border-edge px-3 text-body">
          {current?.heading() ?? m.history_pick()}
          <ChevronDown size={16} aria-hidden className="text-quiet transition-transform group-open:rotate-180" />
        </summary>
        <nav aria-label={m.history_kinds()} className="pt-1">
          <KindLinks />
        </nav>
      </details>
    </>
  )
}

function KindLinks() {
  return (
    <ul className="flex flex-col gap-0.5">
      {historyKinds.map(({ path, heading }) => (
        <li key={path}>
          <Link
            to={path}
            className="flex min-h-control items-center rounded-control px-3 text-body text-quiet transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-pressed aria-[current=page]:text-text"
          >
            {heading()}
          </Link>
        </li>
      ))}
    </ul>
  )
}
