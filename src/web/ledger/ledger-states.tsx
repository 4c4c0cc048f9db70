import type { AccountView } from '#core/accounts/contract/account.ts'
import { ApiError } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { askToSignIn } from '#web/lib/prompts.ts'
import { useIsFree } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { SuspensionNotice } from '#web/shared/suspension-notice.tsx'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState, Notice } from '#web/ui/feedback/notices.tsx'

/** Shown when signed out. */
export function LedgerSignedOut() {
  const text = m.ledger_signed_out_text()
  return (
    <EmptyState
      title={m.ledger_signed_out()}
      action={
        <Button variant="primary" onClick={() => askToSignIn({ description: text })}>
          {m.ledger_sign_in()}
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}

/** No entries yet. */
export function LedgerEmpty() {
  const isFree = useIsFree()
  return (
    <EmptyState
      title={m.ledger_empty()}
      action={
        !isFree && (
          <Link to="/pricing" className={buttonStyle({ variant: 'primary' })}>
            {m.ledger_buy()}
          </Link>
        )
      }
    >
      {isFree ? m.ledger_empty_free() : m.ledger_empty_text()}
    </EmptyState>
  )
}

/** No entry matches the filter. */
export function LedgerNoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={m.ledger_none()}
      action={<Button onClick={onClear}>{m.ledger_none_action()}</Button>}
    >
      {m.ledger_none_text()}
    </EmptyState>
  )
}

type PageMissingProps = { page: number; pages: number; onJump: (page: number) => void }

/** An address with a page number that does not exist. */
export function LedgerPageMissing({ page, pages, onJump }: PageMissingProps) {
  return (
    <EmptyState
      title={m.ledger_beyond({ page: formatNumber(page) })}
      action={
        <Button onClick={() => onJump(pages)}>
          {m.ledger_beyond_action({ pages: formatNumber(pages) })}
        </Button>
      }
    />
  )
}

type FailedProps = { error: Error; isRetrying: boolean; onRetry: () => void }

/** The statement failed to load: the session has ended, or another error occurred. */
export function LedgerFailed({ error, isRetrying, onRetry }: FailedProps) {
  if (error instanceof ApiError && error.status === 401) return <LedgerSignedOut />
  return (
    <ErrorState
      title={m.ledger_failed()}
      retry={{ label: m.ledger_retry(), onRetry, busy: isRetrying }}
    >
      {errorText(error, m.account_no_line())} {m.ledger_failed_text()}
    </ErrorState>
  )
}

/** The placeholder of the entries while they load. */
export function LedgerLoading() {
  return (
    <div role="status" aria-label={m.ledger_loading()} className="breathe flex flex-col">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <div key={index} className="flex items-center gap-3 border-b border-line py-2.5">
          <div className="size-10 bg-raised" />
          <div className="h-4 flex-1 bg-raised" />
          <div className="h-4 w-16 bg-raised" />
        </div>
      ))}
    </div>
  )
}

/** The balance, and why it may not be spent. */
export function BalanceSummary({ account }: { account: AccountView }) {
  const { credits, owed, is_suspended } = account
  const isFree = useIsFree()
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
        {!is_suspended && !isFree && (
          <Link to="/pricing" className={buttonStyle({ variant: 'primary' })}>
            {m.ledger_buy()}
          </Link>
        )}
      </div>
      <SuspensionNotice account={account} />
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
