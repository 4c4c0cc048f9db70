import type { AccountView } from '#contract/account.ts'
import type { AccountRow } from '#services/rows.ts'

/** An account as its owner sees it. */
export function presentAccount(account: AccountRow): AccountView {
  return {
    email: account.email,
    name: account.name,
    credits: { left_credits: account.credits },
    has_ever_paid: account.has_paid,
  }
}
