import { useState } from 'react'
import type { RefundState } from '#core/credits/payment-message-rules.ts'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { amountText, parseAmount } from '#web/admin/amounts.ts'
import { usePermissions } from '#web/admin/use-permission.ts'
import { formatDateTime, formatMoney, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import type { AdminPaymentView, AdminRefundView } from '../admin-contract.ts'
import { isUnresolved } from '../refund-rules.ts'
import { creditsFor } from '../settle-rules.ts'

const stateTexts: Record<RefundState, () => string> = {
  requested: m.admin_refund_requested,
  unknown: m.admin_refund_unknown,
  refused: m.admin_refund_refused,
  pending: m.admin_refund_pending,
  succeeded: m.admin_refund_succeeded,
  failed: m.admin_refund_failed,
}

/** The refunds of a payment that operators requested, and a button for the next one. */
export function PaymentRefunds({ payment }: { payment: AdminPaymentView }) {
  const may = usePermissions()
  const { refunds, refundable } = payment
  const isOpen = refunds.some(({ state }) => isUnresolved(state))
  return (
    <div className="flex flex-col items-start gap-2 max-md:items-end">
      {refunds.length > 0 && (
        <ul className="flex flex-col gap-1">
          {refunds.map((refund) => (
            <RefundLine key={refund.id} refund={refund} currency={payment.currency} />
          ))}
        </ul>
      )}
      {may('payments.refund') && isOpen && <RepeatRefund payment={payment} />}
      {may('payments.refund') && !isOpen && refundable > 0 && (
        <RefundPayment key={refundable} payment={payment} />
      )}
    </div>
  )
}

function RefundLine({ refund, currency }: { refund: AdminRefundView; currency: string }) {
  const { amount, state, error, actor, created_at } = refund
  const isBad = state === 'refused' || state === 'failed'
  return (
    <li>
      <span className="tabular-nums">{formatMoney({ amount, currency })}</span>
      {' · '}
      <span className={isBad ? 'text-bad' : isUnresolved(state) ? 'text-warn' : ''}>
        {stateTexts[state]()}
      </span>
      {error && <span className="block text-small">{error}</span>}
      <span className="block text-small text-quiet">
        {formatDateTime(created_at)} · {actor}
      </span>
    </li>
  )
}

/** What to say of the answer to a request. */
function outcomeOf({ state, error }: AdminRefundView) {
  if (state === 'refused' || state === 'failed')
    return { text: `${stateTexts[state]()}: ${error ?? ''}`, tone: 'bad' } as const
  if (isUnresolved(state)) return { text: m.admin_refund_lost(), tone: 'warn' } as const
  return { text: m.admin_refund_sent(), tone: 'good' } as const
}

const nameOf = ({ account, created_at }: AdminPaymentView) =>
  `${account.email}, ${formatDateTime(created_at)}`

function RepeatRefund({ payment }: { payment: AdminPaymentView }) {
  return (
    <ActionButton
      act={{
        title: m.admin_refund_repeat(),
        name: m.admin_refund_repeat_of({ payment: nameOf(payment) }),
        text: m.admin_refund_repeat_text(),
        path: `/api/admin/payments/${payment.id}/refund/repeat`,
        body: () => ({}),
        outcome: outcomeOf,
      }}
    />
  )
}

function RefundPayment({ payment }: { payment: AdminPaymentView }) {
  const { refundable, currency } = payment
  const [text, setText] = useState(() => amountText({ amount: refundable, currency }))
  const [isChecked, setChecked] = useState(false)
  const amount = parseAmount(text, currency)
  const isValid = amount !== null && amount >= 1 && amount <= refundable
  return (
    <ActionButton
      act={{
        title: m.admin_refund_money(),
        name: m.admin_refund_money_of({ payment: nameOf(payment) }),
        text: m.admin_refund_money_text(),
        path: `/api/admin/payments/${payment.id}/refund`,
        isDanger: true,
        fields: (
          <Field
            label={`${m.admin_amount()} (${currency.toUpperCase()})`}
            hint={isValid ? <RefundEffect payment={payment} amount={amount} /> : undefined}
            error={
              isChecked && !isValid
                ? m.admin_refund_amount_wrong({
                    most: formatMoney({ amount: refundable, currency }),
                  })
                : undefined
            }
          >
            {(control) => (
              <Input
                {...control}
                value={text}
                onChange={(event) => setText(event.target.value)}
                inputMode="decimal"
                autoComplete="off"
                required
              />
            )}
          </Field>
        ),
        body: () => {
          setChecked(true)
          return isValid ? { amount } : null
        },
        outcome: outcomeOf,
        onDone: () => setChecked(false),
      }}
    />
  )
}

/** What is left of the payment afterwards, and the credits that are taken back. */
function RefundEffect({ payment, amount }: { payment: AdminPaymentView; amount: number }) {
  const { refundable, currency } = payment
  return (
    <span className="tabular-nums">
      {m.admin_refund_effect({
        most: formatMoney({ amount: refundable, currency }),
        left: formatMoney({ amount: refundable - amount, currency }),
        credits: formatNumber(creditsOf(payment, amount)),
      })}
    </span>
  )
}

/** The credits that a refund takes back, beside those of earlier ones. */
function creditsOf({ credits, amount: price, total, refundable }: AdminPaymentView, part: number) {
  const sale = { credits, amount: total ?? price }
  const before = sale.amount - refundable
  return creditsFor(sale, before + part) - creditsFor(sale, before)
}
