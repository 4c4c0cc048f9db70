import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AccountView } from '#contract/account.ts'
import { accountQuery } from '#web/lib/account.ts'
import { Breadcrumb } from '#web/lib/navigation/breadcrumb.tsx'
import { askToSignIn } from '#web/lib/prompts/prompts.ts'
import { troubleText } from '#web/lib/trouble.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'

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
      {isBelow && (
        <Breadcrumb
          label={m.account_breadcrumb()}
          trail={[{ name: m.app_account(), to: '/account' }, { name: title }]}
          className="mb-3 pointer-coarse:-mt-3 pointer-coarse:mb-0"
        />
      )}
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
