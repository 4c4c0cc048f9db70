import { entryReasons, reasonText } from '#contract/ledger-texts.ts'
import type { PaymentStatus } from '#domain/settle-payment.ts'
import type { Status } from '#domain/status.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'

const steps: Record<string, () => string> = {
  submit: m.admin_step_submit,
  await: m.admin_step_await,
  ask: m.admin_step_ask,
  collect: m.admin_step_collect,
  store: m.admin_step_store,
}

const actionNames: Record<string, () => string> = {
  'account.create': m.admin_act_create,
  'account.grant': m.admin_act_grant,
  'account.take': m.admin_act_take,
  'account.suspend': m.admin_act_suspend,
  'account.resume': m.admin_act_resume,
  'session.revoke': m.admin_act_revoke_sessions,
  'generation.retry': m.admin_act_retry,
  'generation.refund': m.admin_act_refund,
}

const eventNames: Record<string, () => string> = {
  created: m.admin_at_created,
  submitted: m.admin_at_submitted,
  began: m.admin_at_began,
  ended: m.admin_at_ended,
  deadline: m.admin_at_deadline,
  next_step: m.admin_at_next_step,
  deleted: m.admin_at_deleted,
  alert: m.admin_at_alert,
}

const statuses: Record<Status, () => string> = {
  pending: m.history_status_pending,
  processing: m.history_status_processing,
  completed: m.history_status_completed,
  partial: m.history_status_partial,
  failed: m.history_status_failed,
}

const paymentStatuses: Record<PaymentStatus, () => string> = {
  open: m.admin_pay_open,
  waiting: m.admin_pay_waiting,
  expired: m.admin_pay_expired,
  failed: m.admin_pay_failed,
  paid: m.admin_pay_paid,
  partly_refunded: m.admin_pay_partly_refunded,
  refunded: m.admin_pay_refunded,
  disputed: m.admin_pay_disputed,
}

export const stepText = (step: string): string => steps[step]?.() ?? step
export const actionText = (act: string): string => actionNames[act]?.() ?? act
export const statusText = (status: Status): string => statuses[status]()
export const paymentStatusText = (status: PaymentStatus): string => paymentStatuses[status]()

/** The name of a generation's event: one of its own, a ledger entry, or an operator action. */
export function eventText(what: string): string {
  const reason = entryReasons.find((one) => one === what)
  return reason ? reasonText(reason, currentLocale()) : (eventNames[what]?.() ?? actionText(what))
}
