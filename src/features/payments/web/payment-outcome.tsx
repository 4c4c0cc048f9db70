import type { ReactNode } from 'react'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { barePath } from '#web/lib/locale.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { Clock } from '#web/ui/icons/account-icons.ts'
import { CircleAlert, CircleCheck } from '#web/ui/icons/basic-icons.ts'
import type { IconComponent } from '#web/ui/icons/icon.tsx'
import type { PaymentView } from '../contract.ts'

type PaymentOutcomeProps = { payment: PaymentView; balance: number | undefined }

/** Reports the outcome of a payment, and the next step. */
export function PaymentOutcome({ payment, balance }: PaymentOutcomeProps) {
  const credits = formatNumber(payment.credits)
  switch (payment.status) {
    case 'open':
      return (
        <Waiting
          payment={payment}
          title={m.done_confirming()}
          text={m.done_confirming_hint({ credits })}
        />
      )
    case 'waiting':
      return (
        <Waiting payment={payment} title={m.done_bank()} text={m.done_bank_hint({ credits })} />
      )
    case 'paid':
      return (
        <Panel
          icon={CircleCheck}
          colour="text-good"
          title={m.done_arrived({ credits })}
          action={<ContinueLink payment={payment} />}
        >
          <Receipt payment={payment} balance={balance} />
        </Panel>
      )
    case 'expired':
    case 'failed':
      return (
        <Panel
          icon={CircleAlert}
          colour="text-bad"
          title={m.done_not_paid()}
          action={<BuyAgainLink payment={payment} />}
        >
          <p className="text-quiet">{m.done_not_paid_hint()}</p>
        </Panel>
      )
    case 'partly_refunded':
    case 'refunded':
    case 'disputed':
      return (
        <Panel
          icon={CircleAlert}
          colour="text-warn"
          title={m.done_taken_back()}
          action={<ContinueLink payment={payment} />}
        >
          <p className="text-quiet">{m.done_taken_back_hint()}</p>
        </Panel>
      )
  }
}

type PanelProps = {
  icon: IconComponent
  colour: string
  title: string
  children: ReactNode
  action: ReactNode
}

function Panel({ icon: Icon, colour, title, children, action }: PanelProps) {
  return (
    <div role="status">
      <Icon size={20} aria-hidden className={colour} />
      <h1 className="mt-3 text-title">{title}</h1>
      <div className="mt-2">{children}</div>
      <div className="mt-6 flex flex-wrap gap-2">{action}</div>
    </div>
  )
}

function Waiting({ payment, title, text }: { payment: PaymentView; title: string; text: string }) {
  return (
    <Panel
      icon={Clock}
      colour="text-quiet"
      title={title}
      action={<ContinueLink payment={payment} isQuiet />}
    >
      <p className="text-quiet">{text}</p>
    </Panel>
  )
}

function Receipt({ payment: { credits, amount, currency }, balance }: PaymentOutcomeProps) {
  const lines = [
    [m.done_bought(), m.pricing_pack({ credits: formatNumber(credits) })],
    [m.done_paid(), formatMoney({ amount, currency })],
    ...(balance === undefined ? [] : [[m.done_balance(), formatNumber(balance)]]),
  ]
  return (
    <dl className="mt-3 border-y border-line py-1.5">
      {lines.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 py-1.5">
          <dt className="text-quiet">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ContinueLink({
  payment: { return_to },
  isQuiet = false,
}: {
  payment: PaymentView
  isQuiet?: boolean
}) {
  const [to, label] = isReturnTarget(return_to)
    ? [return_to, m.done_back()]
    : ['/creator/image/text-to-image', m.landing_start()]
  return (
    <Link to={to} className={buttonStyle({ variant: isQuiet ? 'plain' : 'primary' })}>
      {label}
    </Link>
  )
}

function BuyAgainLink({ payment: { return_to } }: { payment: PaymentView }) {
  return (
    <Link to="/pricing" query={{ return_to }} className={buttonStyle({ variant: 'primary' })}>
      {m.upgrade_see_pricing()}
    </Link>
  )
}

/**
 * Whether a path is a page to return to after the payment.
 */
export function isReturnTarget(path: string): boolean {
  const bare = barePath(new URL(path, 'http://own.invalid').pathname)
  return bare !== '/' && bare !== '/pricing' && bare !== '/pricing/done'
}
