import type { AccountView } from '#core/accounts/contract/account.ts'

/** An account that has paid and may do everything, but for what a test says of it. */
export function accountView(own: Partial<AccountView> = {}): AccountView {
  return {
    id: '01990000-0000-7000-8000-00000000ada0',
    email: 'ada@example.com',
    name: null,
    credits: { left_credits: 1000 },
    has_ever_paid: true,
    owed: 0,
    is_suspended: false,
    role: null,
    approval: null,
    approval_note: null,
    accepted_terms: null,
    limits: { daily_cap: null, job_ceiling: null, spent_today: 0 },
    models: null,
    default_public: true,
    mail_when_finished: null,
    language: null,
    theme: null,
    created_at: '2026-01-01T00:00:00.000Z',
    ...own,
  }
}
