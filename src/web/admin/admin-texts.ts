import type { AllowancePeriod } from '#core/accounts/rules/allowances.ts'
import type { Role } from '#core/accounts/rules/roles.ts'
import { entryReasons, reasonText } from '#core/credits/ledger-text-contract.ts'
import type { Status } from '#core/generations/rules/status.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { featureActionNames } from './admin-part.ts'

const steps: Record<string, () => string> = {
  submit: m.admin_step_submit,
  await: m.admin_step_await,
  poll: m.admin_step_ask,
  collect: m.admin_step_collect,
  store: m.admin_step_store,
}

const actionNames: Record<string, () => string> = {
  ...featureActionNames,
  'account.create': m.admin_act_create,
  'account.grant': m.admin_act_grant,
  'account.take': m.admin_act_take,
  'account.role': m.admin_act_role,
  'account.export': m.admin_act_export,
  'account.delete': m.admin_act_delete_account,
  'account.suspend': m.admin_act_suspend,
  'account.resume': m.admin_act_resume,
  'account.approve': m.admin_act_approve,
  'account.reject': m.admin_act_reject,
  'session.revoke': m.admin_act_revoke_sessions,
  'generation.retry': m.admin_act_retry,
  'generation.refund': m.admin_act_refund,
  'settings.change': m.admin_act_settings_change,
  'model.save': m.admin_act_model_save,
  'model.enable': m.admin_act_model_enable,
  'model.disable': m.admin_act_model_disable,
  'model.delete': m.admin_act_model_delete,
}

const roleNames: Record<Role, () => string> = {
  owner: m.admin_role_owner,
  operator: m.admin_role_operator,
  support: m.admin_role_support,
  finance: m.admin_role_finance,
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

const tierNames: Readonly<Record<string, () => string>> = {
  any: m.admin_tier_any,
  other: m.admin_tier_other,
}

export const roleText = (role: Role | null): string =>
  role === null ? m.admin_role_none() : roleNames[role]()
const periods: Record<AllowancePeriod, () => string> = {
  day: m.admin_period_day,
  week: m.admin_period_week,
  month: m.admin_period_month,
}

export const periodText = (period: AllowancePeriod): string => periods[period]()
export const tierText = (tier: string): string => tierNames[tier]?.() ?? tier
export const stepText = (step: string): string => steps[step]?.() ?? step
export const actionText = (act: string): string => actionNames[act]?.() ?? act
export const statusText = (status: Status): string => statuses[status]()

/** The name of a generation's event: one of its own, a ledger entry, or an operator action. */
export function eventText(what: string): string {
  const reason = entryReasons.find((one) => one === what)
  return reason ? reasonText(reason, currentLocale()) : (eventNames[what]?.() ?? actionText(what))
}
