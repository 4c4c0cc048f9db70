import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AccountView } from '#contract/accounts/account.ts'
import { accountQuery } from '#web/lib/account.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { askToSignIn } from '#web/lib/prompts/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { troubleText } from './trouble.ts'

type AccountFrameProps = {
  title: string
  /** Below the title. */
  intro?: ReactNode
  /** The page stands below the account's own. */
  isBelow?: boolean
  children: (account: AccountView) => ReactNode
}

/** A page of the account: its heading, and the way in for who is not signed in. */
export function AccountFrame({ title, intro, isBelow, children }: AccountFrameProps) {
  const { data: account, error, refetch, isFetching } = useQuery(accountQuery)
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 md:px-8 [&_*]:scroll-mt-16">
      {isBelow && <Breadcrumb title={title} />}
      <h1 className="text-display">{title}</h1>
      {intro && <div className="mt-2 max-w-xl text-prompt text-quiet">{intro}</div>}
      {account && children(account)}
      {account === null && <SignedOut />}
      {!account && error && (
        <ErrorState
          title={m.account_failed_title()}
          retry={{ label: m.account_try_again(), onRetry: () => void refetch(), busy: isFetching }}
        >
          {troubleText(error)}
        </ErrorState>
      )}
    </div>
  )
}

function SignedOut() {
  return (
    <EmptyState
      title={m.account_signed_out_title()}
      action={
        <Button variant="primary" onClick={() => askToSignIn()}>
          {m.app_sign_in()}
        </Button>
      }
    >
      {m.account_signed_out_text()}
    </EmptyState>
  )
}

function Breadcrumb({ title }: { title: string }) {
  return (
    <nav aria-label={m.account_breadcrumb()} className="mb-3">
      <ol className="flex items-center gap-2 text-small text-quiet">
        <li>
          <Link to="/account" className="inline-flex min-h-6 items-center rounded-control hover:text-text">
            {m.app_account()}
          </Link>
        </li>
        <li aria-hidden>›</li>
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}
