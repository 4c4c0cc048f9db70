import { spentToday } from '#core/generations/rules/start-generation.ts'
import type { Parts } from '#core/parts.ts'
import { parseLanguage } from '#platform/languages/languages.ts'
import type { AccountLimitsView, AccountView } from '../contract/account.ts'
import { type Allowance, nextRenewal } from '../rules/allowances.ts'
import type { AllowedModels } from '../rules/allowed-models.ts'
import { roleOf } from '../rules/roles.ts'
import type { StudioLimits } from '../studio-limits.ts'
import type { AccountRow } from '../tables.ts'

declare module '#core/parts.ts' {
  interface Contributions {
    /** Settings of accounts that need a feature. */
    accountSettings: readonly 'mail_when_finished'[]
  }
}

/** Presents an account to its owner. `models`: those that it may use. */
export function presentAccount(
  { account, models }: { account: AccountRow; models: AllowedModels },
  {
    admins,
    now,
    mail,
    settings,
    contributions,
  }: Parts<'admins' | 'now' | 'mail' | 'settings' | 'contributions'>,
): AccountView {
  const canMail = mail !== null && contributions.accountSettings.includes('mail_when_finished')
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    credits: { left_credits: account.credits },
    has_ever_paid: account.has_paid || settings.current().settings.free_mode,
    owed: account.owed,
    is_suspended: account.suspended_at !== null,
    role: roleOf(account, admins),
    approval: account.approval,
    approval_note: account.approval_note,
    accepted_terms:
      account.terms_version !== null && account.terms_accepted_at !== null
        ? {
            version: account.terms_version,
            accepted_at: account.terms_accepted_at.toISOString(),
          }
        : null,
    limits: {
      daily_cap: account.daily_cap,
      job_ceiling: account.job_ceiling,
      spent_today: spentToday(account, now()),
    },
    models: models && [...models],
    default_public: account.default_public,
    mail_when_finished: canMail ? account.mail_when_finished : null,
    language: parseLanguage(account.language) ?? null,
    theme: account.theme,
    created_at: account.created_at.toISOString(),
  }
}

const dayMs = 86_400_000

/** Presents what the studio lets an account do. `today`: days since 1970. */
export function presentLimits(
  { renews_day: renewsDay }: Pick<AccountRow, 'renews_day'>,
  found: { limits: StudioLimits; allowance: Allowance | null; today: number },
): AccountLimitsView {
  const { limits, allowance, today } = found
  const renews = renewsDay > today ? renewsDay : allowance && nextRenewal(allowance.period, today)
  return {
    ...limits,
    allowance:
      allowance && renews !== null
        ? { ...allowance, renews_at: new Date(renews * dayMs).toISOString() }
        : null,
  }
}
