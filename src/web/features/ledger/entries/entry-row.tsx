import type { LedgerEntryView } from '#contract/ledger.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { recordAddress } from '#web/shared/record-links.ts'
import { EntryStill } from './entry-still.tsx'
import { entryWords, signed } from './entry-words.ts'

/** One line of the statement. Where there is little room, the date and the balance stand below. */
export function EntryRow({ entry }: { entry: LedgerEntryView }) {
  const { title, details } = entryWords(entry)
  const date = <time dateTime={entry.created_at}>{formatDateTime(entry.created_at)}</time>
  return (
    <tr className="border-b border-line align-middle has-[a]:hover:bg-hover">
      <td className="py-2.5 pr-6 text-small whitespace-nowrap text-quiet max-md:hidden md:pl-2">
        {date}
      </td>
      <td className="relative w-full max-w-0 py-2.5 pr-3 max-md:pl-1">
        <div className="flex items-center gap-3">
          <EntryStill entry={entry} />
          <div className="min-w-0">
            <EntryTitle entry={entry}>{title}</EntryTitle>
            {details.length > 0 && (
              <p className="truncate text-small text-quiet">{details.join(' · ')}</p>
            )}
            <p className="text-small text-quiet md:hidden">{date}</p>
          </div>
        </div>
      </td>
      <td className="py-2.5 text-right align-middle whitespace-nowrap max-md:pr-1">
        <span className={entry.credits > 0 ? 'font-medium text-good' : ''}>
          {signed(entry.credits, formatNumber)}
        </span>
        <span className="block text-small text-quiet md:hidden">
          {m.ledger_balance_was({ credits: formatNumber(entry.balance_after) })}
        </span>
      </td>
      <td className="py-2.5 pl-10 text-right whitespace-nowrap text-quiet max-md:hidden md:pr-2">
        {formatNumber(entry.balance_after)}
      </td>
    </tr>
  )
}

/** Leads to the work while there is any; all that names it can be pressed. */
function EntryTitle({
  entry: { generation },
  children,
}: {
  entry: LedgerEntryView
  children: string
}) {
  if (!generation || generation.is_deleted) return <p className="truncate">{children}</p>
  return (
    <Link {...recordAddress(generation)} className="block truncate after:absolute after:inset-0">
      {children}
    </Link>
  )
}
