import { ChevronRight } from 'lucide-react'
import type { AccountView } from '#contract/account.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'

/** Where the rest of the account is. */
export function AccountLinks({ account }: { account: AccountView }) {
  const credits = formatNumber(account.credits.left_credits)
  return (
    <nav aria-label={m.account_pages()} className="divide-y divide-line border-t border-line">
      <Line to="/account/credits" name={m.credits_title()} aside={m.app_balance({ credits })} />
      <Line to="/pricing" name={m.account_buy_credits()} />
      <Line to="/account/keys" name={m.keys_title()} />
    </nav>
  )
}

function Line({ to, name, aside }: { to: string; name: string; aside?: string }) {
  return (
    <Link to={to} className="flex min-h-12 items-center gap-3 transition-colors hover:bg-hover">
      <span className="flex-1">{name}</span>
      {aside && <span className="text-quiet tabular-nums">{aside}</span>}
      <ChevronRight size={16} aria-hidden className="text-quiet" />
    </Link>
  )
}
