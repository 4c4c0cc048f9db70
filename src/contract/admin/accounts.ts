import { z } from 'zod'
import { LedgerEntryView } from '../money/ledger.ts'
import { AuditEntryView } from './acts.ts'

const time = z.iso.datetime()

/** An account among others. Times are ISO 8601. */
export const AdminAccountLine = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  credits: z.int(),
  owed: z.int(),
  has_paid: z.boolean(),
  is_admin: z.boolean(),
  suspended_at: time.nullable(),
  deleted_at: time.nullable(),
  created_at: time,
})
export type AdminAccountLine = z.infer<typeof AdminAccountLine>

/** `GET /api/admin/accounts`. */
export const AdminAccountsPage = z.strictObject({
  data: z.array(AdminAccountLine),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
})
export type AdminAccountsPage = z.infer<typeof AdminAccountsPage>

/** `GET /api/admin/accounts/{id or e-mail}`: all that an operator may know of an account. */
export const AdminAccountView = z.strictObject({
  ...AdminAccountLine.shape,
  limits: z.strictObject({ daily_cap: z.int().nullable(), job_ceiling: z.int().nullable() }),
  sessions: z.array(
    z.strictObject({
      id: z.string(),
      user_agent: z.string().nullable(),
      created_at: time,
      last_seen_at: time,
    }),
  ),
  keys: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      hint: z.string(),
      scopes: z.array(z.string()),
      created_at: time,
      last_used_at: time.nullable(),
      revoked_at: time.nullable(),
    }),
  ),
  /** The newest entries of its statement. */
  statement: z.strictObject({ data: z.array(LedgerEntryView), total: z.int() }),
  /** What operators did to it, newest first. */
  acts: z.array(AuditEntryView),
})
export type AdminAccountView = z.infer<typeof AdminAccountView>
