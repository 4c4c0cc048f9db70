import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { accountQuery } from '#web/lib/account.ts'
import { errorText } from '#web/lib/error-text.ts'
import { Breadcrumb } from '#web/lib/navigation/link.tsx'
import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState, Notice } from '#web/ui/feedback/notices.tsx'

type AccountLayoutProps = {
  title: string
  /** Below the title. */
  intro?: ReactNode
  /** The page is a subpage of the account page. */
  isBelow?: boolean
  children: (account: AccountView) => ReactNode
}

/** A page of the account: its heading, and a sign-in button for a signed-out user. */
export function AccountLayout({ title, intro, isBelow, children }: AccountLayoutProps) {
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
          {errorText(error)}
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

type SectionProps = {
  title: string
  /** One or two quiet sentences about it. */
  hint?: ReactNode
  children: ReactNode
}

/**
 * One section of a settings page: its description on the left, its controls on the right; on a
 * phone one above the other.
 */
export function Section({ title, hint, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-line py-8 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-prompt">
          {title}
        </h2>
        {hint && <div className="mt-1.5 text-small text-quiet">{hint}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

type QueryResultProps<Data> = {
  query: UseQueryResult<Data>
  /** The text while it loads. */
  loading: string
  /** The text after a failure. */
  failed: string
  children: (data: Data) => ReactNode
}

/**
 * A section that is fetched separately: a text while it loads, a text and a retry when it failed.
 */
export function QueryResult<Data>({ query, loading, failed, children }: QueryResultProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return <p className="py-2 text-quiet">{loading}</p>
  return (
    <Notice
      tone="bad"
      title={failed}
      announce="now"
      action={
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          {m.account_try_again()}
        </Button>
      }
    >
      {errorText(error, m.account_no_line())}
    </Notice>
  )
}
