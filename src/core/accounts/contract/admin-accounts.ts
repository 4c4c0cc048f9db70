import { z } from 'zod'
import { LedgerEntryView } from '#core/credits/ledger-contract.ts'
import { failureCodes } from '#core/generations/rules/failure.ts'
import { ActRequest, AuditEntryView, noteToOwner } from '#core/operators/contract.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'
import { roles } from '../rules/roles.ts'

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
  /** What it may do in `/admin`. */
  role: z.enum(roles).nullable(),
  /** `ADMIN_EMAILS` makes it an owner. */
  is_role_fixed: z.boolean(),
  suspended_at: time.nullable(),
  approval: z.enum(['waiting', 'rejected']).nullable(),
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

/** What features add to the view of an account, by its name (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface FeatureAccountFields {}

/** All that an operator may see of an account, but for what features add. */
const WholeAccount = z.strictObject({
  ...AdminAccountLine.shape,
  /** The id of the identity provider that gave the role by a group; `null`: none did. */
  role_source: z.string().nullable(),
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

/** `GET /api/admin/accounts/{id or e-mail}`. */
export const AdminAccountView = WholeAccount.loose()
export type AdminAccountView = z.infer<typeof WholeAccount> & FeatureAccountFields

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

/** `POST /api/admin/accounts/{id}/role`; `null`: none. */
export const RoleRequest = ActRequest.extend({ role: z.enum(roles).nullable() })

const credits = z.int().min(1).max(100_000_000)

/** `POST /api/admin/accounts/{id}/grant`. */
export const GrantRequest = ActRequest.extend({
  credits,
  note: noteToOwner,
  paid: z.boolean().default(false),
})

/** `POST /api/admin/accounts/{id}/take`. */
export const TakeRequest = ActRequest.extend({ credits, note: noteToOwner })
