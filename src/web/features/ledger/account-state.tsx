import type { AccountView } from '#contract/account.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'

/** What one has, and why it may not be spent. */
export function AccountState({ account }: { account: AccountView }) {
  const { credits, owed, is_suspended } = account
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <p className="text-small text-quiet">{m.ledger_balance()}</p>
          <p aria-live="polite" className="text-display font-semibold tabular-nums">
            {m.receipt_credits({
              count: credits.left_credits,
              credits: formatNumber(credits.left_credits),
            })}
          </p>
        </div>
        {!is_suspended && (
          <Link to="/pricing" className={buttonStyle({ variant: 'primary' })}>
            {m.ledger_buy()}
          </Link>
        )}
      </div>
      {is_suspended && (
        <Notice tone="bad" title={m.ledger_suspended_title()}>
          {m.ledger_suspended_text()}
        </Notice>
      )}
      {owed > 0 && (
        <Notice
          tone="warn"
          title={m.ledger_owed_title({ count: owed, credits: formatNumber(owed) })}
        >
          {m.ledger_owed_text()}
        </Notice>
      )}
    </>
  )
}
