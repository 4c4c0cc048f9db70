import type { LedgerEntryView, LedgerPage } from '#core/credits/ledger-contract.ts'
import type { EntryReason } from '#core/credits/ledger-text-contract.ts'
import { kindTexts } from '#web/kinds.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { recordAddress } from '#web/shared/record-actions/record-links.ts'
import { CreditCard, Gift, HandCoins, PencilLine } from '#web/ui/icons/account-icons.ts'
import type { IconComponent } from '#web/ui/icons/icon.tsx'
import { Undo2 } from '#web/ui/icons/media-icons.ts'
import { Image } from '#web/ui/icons/navigation-icons.ts'
import { entryText, signedCredits } from './entry-text.ts'

/** The entries of a page, as in a bank statement. */
export function Statement({ entries }: { entries: LedgerPage['data'] }) {
  const heading = 'py-2 text-small font-medium text-quiet'
  return (
    <table className="w-full border-collapse tabular-nums">
      <caption className="sr-only">{m.ledger_table()}</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b border-edge">
          <th scope="col" className={`${heading} pr-6 text-left max-md:hidden md:pl-2`}>
            {m.ledger_date()}
          </th>
          <th scope="col" className={`${heading} text-left`}>
            {m.ledger_what()}
          </th>
          <th scope="col" className={`${heading} text-right`}>
            {m.ledger_amount()}
          </th>
          <th scope="col" className={`${heading} pl-10 text-right max-md:hidden md:pr-2`}>
            {m.ledger_balance_after()}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

/** One line of the statement. Where there is little room, the date and the balance are below. */
function EntryRow({ entry }: { entry: LedgerEntryView }) {
  const { title, details } = entryText(entry)
  const date = <time dateTime={entry.created_at}>{formatDateTime(entry.created_at)}</time>
  return (
    <tr className="border-b border-line align-middle has-[a]:hover:bg-hover">
      <td className="py-2.5 pr-6 text-small whitespace-nowrap text-quiet max-md:hidden md:pl-2">
        {date}
      </td>
      <td className="relative w-full max-w-0 py-2.5 pr-3 max-md:pl-1">
        <div className="flex items-center gap-3">
          <EntryThumbnail entry={entry} />
          <div className="min-w-0">
            <EntryTitle entry={entry}>{title}</EntryTitle>
            {details.length > 0 && (
              <p className="truncate text-small text-quiet">{details.join(' · ')}</p>
            )}
            {entry.reason === 'purchase' && entry.payment?.invoice_url && (
              <a
                href={entry.payment.invoice_url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex items-center text-small underline underline-offset-2 pointer-coarse:min-h-11"
              >
                {m.ledger_invoice()}
              </a>
            )}
            <p className="text-small text-quiet md:hidden">{date}</p>
          </div>
        </div>
      </td>
      <td className="py-2.5 text-right align-middle whitespace-nowrap max-md:pr-1">
        <span className={entry.credits > 0 ? 'font-medium text-good' : ''}>
          {signedCredits(entry.credits, formatNumber)}
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

/** A link to the generation while it exists; its whole name can be pressed. */
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

const reasonIcons: Record<EntryReason, IconComponent> = {
  charge: Image,
  refund: Undo2,
  purchase: CreditCard,
  allowance: Gift,
  grant: Gift,
  reversal: Undo2,
  return: CreditCard,
  correction: PencilLine,
  repayment: HandCoins,
}

/** The generation of an entry, as a thumbnail; an icon where it has none. */
function EntryThumbnail({ entry: { generation, reason } }: { entry: LedgerEntryView }) {
  if (generation?.thumbnail_url) {
    return (
      <img
        src={generation.thumbnail_url}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        decoding="async"
        className="size-10 shrink-0 bg-raised object-cover"
      />
    )
  }
  const Icon = generation ? kindTexts[generation.kind].icon : reasonIcons[reason]
  return (
    <span
      aria-hidden
      className="flex size-10 shrink-0 items-center justify-center bg-raised text-quiet"
    >
      <Icon size={16} />
    </span>
  )
}
