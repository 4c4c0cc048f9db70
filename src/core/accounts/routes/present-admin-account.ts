import { presentEntry } from '#core/credits/present-entry.ts'
import type { Statement } from '#core/credits/read-statement.ts'
import { presentAct } from '#core/http/operator-action.ts'
import type { Parts } from '#core/parts.ts'
import type { AdminAccountLine, AdminAccountView } from '../contract/admin-accounts.ts'
import type { AccountDetails } from '../find-accounts.ts'
import { roleOf } from '../rules/roles.ts'
import type { AccountRow } from '../tables.ts'

type Admins = Parts<'admins'>

/** Presents an account in a list. */
export function presentAccountLine({ admins }: Admins): (row: AccountRow) => AdminAccountLine {
  return (row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    credits: row.credits,
    owed: row.owed,
    has_paid: row.has_paid,
    role: roleOf(row, admins),
    is_role_fixed: admins.has(row.email.toLowerCase()),
    suspended_at: row.suspended_at?.toISOString() ?? null,
    approval: row.approval,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  })
}

/** Presents an account with everything an operator may see. `origin` is the base of addresses. */
export function presentWholeAccount(
  context: Admins,
  found: AccountDetails & { statement: Statement; origin: string; maySeeActs: boolean },
): AdminAccountView {
  const { account, statement } = found
  return {
    ...presentAccountLine(context)(account),
    role_source: context.admins.has(account.email.toLowerCase()) ? null : account.role_source,
    limits: { daily_cap: account.daily_cap, job_ceiling: account.job_ceiling },
    sessions: found.sessions.map((session) => ({
      ...session,
      created_at: session.created_at.toISOString(),
      last_seen_at: session.last_seen_at.toISOString(),
    })),
    keys: found.keys.map((key) => ({
      ...key,
      created_at: key.created_at.toISOString(),
      last_used_at: key.last_used_at?.toISOString() ?? null,
      revoked_at: key.revoked_at?.toISOString() ?? null,
    })),
    ...found.added,
    // Images are shown to their owner only.
    statement: {
      data: statement.entries.map((entry) =>
        presentEntry({ ...entry, still: undefined }, found.origin),
      ),
      total: statement.total,
    },
    acts: found.maySeeActs ? found.acts.map(presentAct) : [],
  }
}
