import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountKey, accountQuery } from '#web/lib/account.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type { PaymentView } from '../contract.ts'
import { isReturnTarget, PaymentOutcome } from './payment-outcome.tsx'
import { paymentQuery } from './payments.ts'

/** The page after the checkout: waits for the credits and leads on. */
export function DonePage() {
  const { payment: id } = useLocation().query
  const { data: account, isPending } = useQuery(accountQuery)
  if (!id) return <NoPayment />
  if (isPending) return null
  if (!account) return <SignInFirst />
  return (
    <div className="m-auto w-full max-w-md px-4 py-12">
      <PaymentProgress id={id} />
    </div>
  )
}

function NoPayment() {
  return (
    <EmptyState
      title={m.done_nothing()}
      action={
        <Link to="/pricing" className={buttonStyle({ variant: 'primary' })}>
          {m.upgrade_see_pricing()}
        </Link>
      }
    />
  )
}

function SignInFirst() {
  return (
    <EmptyState
      title={m.done_signed_out()}
      action={
        <Button variant="primary" onClick={() => askToSignIn()}>
          {m.app_sign_in()}
        </Button>
      }
    >
      {m.done_signed_out_hint()}
    </EmptyState>
  )
}

/**
 * How long the message about the payment stays, in ms: the user reads it after the page has
 * changed.
 */
const toastMs = 8_000

/** The outcome of a payment. Once it is paid, the user returns to the previous page. */
function PaymentProgress({ id }: { id: string }) {
  const payment = useQuery(paymentQuery(id))
  const client = useQueryClient()
  const balance = useQuery(accountQuery).data?.credits.left_credits
  const { refetch, data } = payment

  // A live event brought another balance: it may be this payment's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the balance changes
  useEffect(() => void refetch(), [balance, refetch])

  const arrived = data?.status === 'paid' ? data : undefined
  useEffect(() => {
    if (!arrived) return
    void client.invalidateQueries({ queryKey: accountKey }).then(() => returnToOrigin(arrived))
  }, [arrived, client])

  if (payment.isPending) return null
  if (!data) {
    const isMissing = payment.error instanceof ApiError && payment.error.status === 404
    return (
      <ErrorState
        title={isMissing ? m.done_missing() : m.done_failed()}
        {...(isMissing
          ? {
              action: (
                <Link to="/pricing" className={buttonStyle({})}>
                  {m.upgrade_see_pricing()}
                </Link>
              ),
            }
          : { retry: { label: m.pricing_again(), onRetry: () => void refetch() } })}
      />
    )
  }
  return <PaymentOutcome payment={data} balance={balance} />
}

function returnToOrigin({ credits, return_to }: PaymentView) {
  if (!isReturnTarget(return_to)) return
  navigate(return_to, { replace: true })
  const words = { tone: 'good', description: m.done_arrived_hint(), duration: toastMs } as const
  toast(m.done_arrived({ credits: formatNumber(credits) }), words)
}
