import { z } from 'zod'
import { failureCodes } from '#domain/failure.ts'
import { AuditEntryView } from './admin-generations.ts'
import { plainText } from './history-query.ts'
import { LedgerEntryView } from './ledger.ts'

const time = z.iso.datetime()

/** The `id` to request older ones with; `null` at the end. */
export const nextPage = z.string().nullable()

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
  /** How many were found: all of them, or where `is_total_exact` is false, at least so many. */
  total: z.int(),
  is_total_exact: z.boolean(),
  before: nextPage,
})
export type AdminAccountsPage = z.infer<typeof AdminAccountsPage>

/** `GET /api/admin/accounts/{id or e-mail}`: all that an operator may see of an account. */
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
  /** The operator actions on it, newest first. */
  acts: z.array(AuditEntryView),
})
export type AdminAccountView = z.infer<typeof AdminAccountView>

const find = z.string().trim().max(320).regex(plainText).default('')

/**
 * `GET /api/admin/{accounts,payments}`. `find`: an id, or for accounts a part of the e-mail address
 * or name; `before`: only those older than the one with this id.
 */
export const FindQuery = z.strictObject({ find, before: z.uuid().optional() })

/**
 * `GET /api/admin/generations`. `find`: an id, a request id, or the owner's e-mail address; without
 * it: the open ones.
 */
export const FindGenerationsQuery = z.strictObject({ find })

/**
 * `GET /api/admin/generations/failed`. `code`: only failures with this code; `since`: a day ago if
 * left out.
 */
export const FailedGenerationsQuery = z.strictObject({
  code: z.enum(failureCodes).optional(),
  since: z.iso.datetime({ offset: true }).optional(),
})

/** `GET /api/admin/audit`. */
export const AuditQuery = z.strictObject({ before: z.coerce.number().int().min(1).optional() })
