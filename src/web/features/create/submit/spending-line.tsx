import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { AccountView } from '#contract/account.ts'
import { serverNow } from '#web/lib/api.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { spendingNote } from './spending-note.ts'

type SpendingLineProps = { account: AccountView; price: number; seenAt: number }

const looks = {
  bad: { Icon: CircleAlert, colour: 'text-bad' },
  warn: { Icon: TriangleAlert, colour: 'text-warn' },
  plain: { Icon: Info, colour: 'text-quiet' },
}

/**
 * What may be spent, where that is worth a word before the button is pressed; a line of its own
 * above it.
 */
export function SpendingLine({ account, price, seenAt }: SpendingLineProps) {
  const note = spendingNote({ account, price, seenAt, now: serverNow() })
  if (!note) return null
  const { Icon, colour } = looks[note.tone]
  return (
    <p className={`flex w-full gap-1.5 text-small tabular-nums ${colour}`}>
      <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        {note.text}{' '}
        {note.link && (
          <Link
            to={note.link.to}
            className="rounded-control whitespace-nowrap underline underline-offset-2"
          >
            {note.link.label}
          </Link>
        )}
      </span>
    </p>
  )
}
