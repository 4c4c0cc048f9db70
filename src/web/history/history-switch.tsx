import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { ChevronDown } from '#web/ui/icons/navigation-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { type HistoryKind, historyKinds } from './history-kinds.ts'

/** The heading of a history: a button whose menu leads to the others. */
export function HistorySwitch({ current }: { current: HistoryKind }) {
  return (
    <div className="-ml-2">
      <Popover
        label={m.history_kinds()}
        align="start"
        trigger={(trigger) => (
          <button
            {...trigger}
            type="button"
            aria-label={m.records_switch({ current: current.heading() })}
            className="group flex min-h-11 items-center gap-2 rounded-control px-2 text-left text-title font-semibold transition-colors hover:bg-hover"
          >
            {current.heading()}
            <ChevronDown
              size={20}
              aria-hidden
              className="text-quiet transition-transform group-aria-expanded:rotate-180"
            />
          </button>
        )}
      >
        {(close) => (
          <nav aria-label={m.history_kinds()}>
            <KindLinks current={current} onFollow={close} />
          </nav>
        )}
      </Popover>
    </div>
  )
}

type KindLinksProps = { current: HistoryKind; onFollow: () => void }

function KindLinks({ current, onFollow }: KindLinksProps) {
  return (
    <ul className="flex flex-col gap-0.5">
      {historyKinds.map(({ path, heading, icon: Icon }) => (
        <li key={path}>
          <Link
            to={path}
            onClick={onFollow}
            aria-current={path === current.path ? 'page' : undefined}
            className="flex min-h-control items-center gap-3 rounded-control px-3 text-body text-quiet transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-pressed aria-[current=page]:text-text"
          >
            <Icon size={16} aria-hidden className="shrink-0" />
            {heading()}
          </Link>
        </li>
      ))}
    </ul>
  )
}
