import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#web/lib/account.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { askToSignIn } from '#web/lib/prompts/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PaymentState } from './payment-state.tsx'

/** Where a person comes back to from the checkout: waits for the credits and leads on. */
export function DonePage() {
  const { payment: id } = useLocation().query
  const { data: account, isPending } = useQuery(accountQuery)
  if (!id) return <NoPayment />
  if (isPending) return null
  if (!account) return <SignInFirst />
  return (
    <div className="m-auto w-full max-w-md px-4 py-12">
      <PaymentState id={id} />
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
