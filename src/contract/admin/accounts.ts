import type { LedgerEntryView } from '../money/ledger.ts'
import type { AuditEntryView } from './acts.ts'

/** An account among others. Times are ISO 8601. */
export type AdminAccountLine = {
  id: string
  email: string
  name: string | null
  credits: number
  owed: number
  has_paid: boolean
  is_admin: boolean
  suspended_at: string | null
  deleted_at: string | null
  created_at: string
}

export type AdminAccountsPage = { data: AdminAccountLine[]; total: number; page: number; totalPages: number }

/** `GET /api/admin/accounts/{id or e-mail}`: all that an operator may know of an account. */
export type AdminAccountView = AdminAccountLine & {
  limits: { daily_cap: number | null; job_ceiling: number | null }
  sessions: { id: string; user_agent: string | null; created_at: string; last_seen_at: string }[]
  keys: {
    id: string
    name: string
    hint: string
    scopes: string[]
    created_at: string
    last_used_at: string | null
    revoked_at: string | null
  }[]
  /** The newest entries of its statement. */
  statement: { data: LedgerEntryView[]; total: number }
  /** What operators did to it, newest first. */
  acts: AuditEntryView[]
}
