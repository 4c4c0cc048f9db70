import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#web/admin/admin-query.ts'
import {
  FileLink,
  OlderPages,
  QueryResult,
  SearchForm,
  Section,
} from '#web/admin/admin-section.tsx'
import { Table } from '#web/admin/table.tsx'
import { formatDateTime, formatMoney, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { AdminPaymentsView, AdminPaymentView, PaymentEventView } from '../admin-contract.ts'
import type { PaymentStatus } from '../settle-rules.ts'
import { PaymentRefunds } from './refund-payment.tsx'

const paymentsQuery = (find: string, before: string | undefined) =>
  adminQuery<AdminPaymentsView>('payments', { query: { find, before }, keeps: true })

/** The payments, with the events from the payment provider. */
export function PaymentsTab() {
  const { query } = useLocation()
  const found = useQuery(paymentsQuery(query.find ?? '', query.before))
  return (
    <div className="flex flex-col gap-8">
      <SearchForm label={m.admin_payments_find()} />
      <FileLink list="payments" />
      <QueryResult query={found}>
        {({ payments, stray, before }) => (
          <>
            {payments.length === 0 && (
              <p className="text-quiet">
                {query.find ? m.admin_nothing() : m.admin_payments_none()}
              </p>
            )}
            {payments.length > 0 && <Payments payments={payments} />}
            <OlderPages before={before} />
            {stray.length > 0 && (
              <Section title={m.admin_events_stray()}>
                <Events events={stray} />
              </Section>
            )}
          </>
        )}
      </QueryResult>
    </div>
  )
}

const statuses: Record<PaymentStatus, () => string> = {
  open: m.admin_pay_open,
  waiting: m.admin_pay_waiting,
  expired: m.admin_pay_expired,
  failed: m.admin_pay_failed,
  paid: m.admin_pay_paid,
  partly_refunded: m.admin_pay_partly_refunded,
  refunded: m.admin_pay_refunded,
  disputed: m.admin_pay_disputed,
}

function Payments({ payments }: { payments: AdminPaymentView[] }) {
  const columns = [
    { name: m.admin_when() },
    { name: m.admin_account() },
    { name: m.admin_status() },
    { name: m.admin_amount(), isNumber: true },
    { name: m.admin_credits(), isNumber: true },
    { name: m.admin_refunds() },
    { name: m.admin_events() },
  ]
  const rows = payments.map((payment) => ({
    key: payment.id,
    cells: [
      formatDateTime(payment.created_at),
      <Link
        key="who"
        to={`/admin/accounts/${payment.account.id}`}
        className="underline underline-offset-2"
      >
        {payment.account.email}
      </Link>,
      statuses[payment.status](),
      <PaidAmount key="paid" payment={payment} />,
      payment.taken_back > 0
        ? m.admin_refunded_of({
            charged: formatNumber(payment.credits),
            refunded: formatNumber(payment.taken_back),
          })
        : formatNumber(payment.credits),
      (payment.refunds.length > 0 || payment.refundable > 0) && (
        <PaymentRefunds key="refunds" payment={payment} />
      ),
      payment.events.length > 0 && (
        <details key="events">
          <summary className="min-h-6 cursor-pointer rounded-control">
            {formatNumber(payment.events.length)}
          </summary>
          <ul className="flex flex-col gap-1 text-small text-quiet">
            {payment.events.map((event) => (
              <li key={event.id}>
                {formatDateTime(event.created_at)} · {event.type} · {event.outcome}
                {event.detail && ` · ${event.detail}`}
              </li>
            ))}
          </ul>
        </details>
      ),
    ],
  }))
  return <Table label={m.admin_tab_payments()} columns={columns} rows={rows} />
}

/** What was paid, the tax in it, and the invoice. */
function PaidAmount({ payment }: { payment: AdminPaymentView }) {
  const { amount, total, tax, currency, invoice_url } = payment
  return (
    <>
      {formatMoney({ amount: total ?? amount, currency })}
      {tax > 0 && (
        <span className="block text-small text-quiet">
          {m.admin_tax_of({ tax: formatMoney({ amount: tax, currency }) })}
        </span>
      )}
      {invoice_url && (
        <a
          href={invoice_url}
          target="_blank"
          rel="noreferrer"
          className="block text-small underline underline-offset-2"
        >
          {m.admin_invoice()}
        </a>
      )}
    </>
  )
}

function Events({ events }: { events: PaymentEventView[] }) {
  const columns = [{ name: m.admin_when() }, { name: m.admin_event() }, { name: m.admin_outcome() }]
  const rows = events.map((event) => ({
    key: event.id,
    cells: [
      formatDateTime(event.received_at),
      `${event.type} ${event.id}`,
      event.detail ?? event.outcome,
    ],
  }))
  return <Table label={m.admin_events_stray()} columns={columns} rows={rows} />
}
