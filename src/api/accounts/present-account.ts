import type { AccountView } from '#contract/account.ts'
import { parseLanguage } from '#contract/languages.ts'
import { spentToday } from '#domain/start-generation.ts'
import type { AccountRow, ServiceContext } from '#services/context.ts'

/** Presents an account to its owner. */
export function presentAccount(
  account: AccountRow,
  { admins, now }: Pick<ServiceContext, 'admins' | 'now'>,
): AccountView {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    credits: { left_credits: account.credits },
    has_ever_paid: account.has_paid,
    owed: account.owed,
    is_suspended: account.suspended_at !== null,
    is_admin: admins.has(account.email.toLowerCase()),
    limits: {
      daily_cap: account.daily_cap,
      job_ceiling: account.job_ceiling,
      spent_today: spentToday(account, now()),
    },
    default_public: account.default_public,
    language: parseLanguage(account.language) ?? null,
    theme: account.theme,
    created_at: account.created_at.toISOString(),
  }
}
