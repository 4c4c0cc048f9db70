import { z } from 'zod'
import { roles } from '#core/accounts/rules/roles.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import { plainText, text } from '#core/texts/contract/plain-text.ts'
import { failureCodes } from './rules/failure.ts'
import { statuses } from './rules/status.ts'

const time = z.iso.datetime()

/** A generation among others. Credits are whole, times ISO 8601. */
export const AdminGenerationLine = z.strictObject({
  id: z.string(),
  account: z.strictObject({ id: z.string(), email: z.string() }),
  kind: z.enum(kinds),
  model: z.string(),
  status: z.enum(statuses),
  /** What a worker does next, while it is open. */
  step: z.string().nullable(),
  credits_charged: z.int(),
  credits_refunded: z.int(),
  error_code: z.string().nullable(),
  created_at: time,
  completed_at: time.nullable(),
})
export type AdminGenerationLine = z.infer<typeof AdminGenerationLine>

/** `GET /api/admin/generations`. */
export const AdminGenerationsView = z.strictObject({ data: z.array(AdminGenerationLine) })

/**
 * `what`: `created`, `submitted`, `began`, `ended`, `deadline`, `next_step`, `deleted`, or an
 * entry, alert or act.
 */
const TimelineEntry = z.strictObject({ at: time, what: z.string(), text: z.string().nullable() })
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** `GET /api/admin/generations/{id}`. The input belongs to its owner and is not shown. */
export const AdminGenerationView = z.strictObject({
  ...AdminGenerationLine.shape,
  request_id: z.string(),
  generation_type: z.string(),
  /** The job, in the provider's ids. */
  job: z.strictObject({ endpoint: z.string(), request_id: z.string() }).nullable(),
  attempts: z.int(),
  polls: z.int(),
  is_held: z.boolean(),
  error_message: z.string().nullable(),
  parent_id: z.string().nullable(),
  /** The generation that retried it. */
  retry_id: z.string().nullable(),
  /** What a retry would do now; `null`: nothing. */
  retry: z.enum(['poll', 'result', 'start']).nullable(),
  /** The provider's job may be polled for its result, whatever is proposed. */
  can_fetch: z.boolean(),
  can_refund: z.boolean(),
  is_deleted: z.boolean(),
  timeline: z.array(TimelineEntry),
})
export type AdminGenerationView = z.infer<typeof AdminGenerationView>

/**
 * The outcome of a bulk retry: how many were retried, how many not and why; there may be more than
 * one call retries.
 */
export const RetriedFailedView = z.strictObject({
  retried: z.int(),
  refused: z.record(z.string(), z.int()),
  has_more: z.boolean(),
})
export type RetriedFailedView = z.infer<typeof RetriedFailedView>

/**
 * The outcome of a retry: the generation to watch, which is a new one unless the first was still
 * open.
 */
export const RetriedView = z.strictObject({
  id: z.string(),
  did: z.enum(['poll', 'result', 'start']),
})
export type RetriedView = z.infer<typeof RetriedView>

/** The operator's reason; stays in the audit log permanently. */
const reason = z.string().trim().min(1).max(500).regex(text)
/** The text that the account's owner reads. */
const note = z.string().trim().min(1).max(200).regex(plainText).optional()
/** Idempotency key: a second press, or a repeat after a lost answer, does nothing. */
const act_id = z.string().min(1).max(100).regex(plainText).optional()

/** `POST /api/admin/accounts/{id}/{suspend,resume}`. */
export const ActRequest = z.strictObject({ reason, act_id })

/** `POST /api/admin/accounts/{id}/role`; `null`: none. */
export const RoleRequest = z.strictObject({ reason, act_id, role: z.enum(roles).nullable() })

const credits = z.int().min(1).max(100_000_000)

/** `POST /api/admin/accounts/{id}/grant`. */
export const GrantRequest = z.strictObject({
  reason,
  act_id,
  credits,
  note,
  paid: z.boolean().default(false),
})

/** `POST /api/admin/accounts/{id}/take`. */
export const TakeRequest = z.strictObject({ reason, act_id, credits, note })

/** `POST /api/admin/generations/{id}/retry`. */
export const RetryRequest = z.strictObject({
  reason,
  act_id,
  from: z.enum(['result', 'start']).optional(),
})

/**
 * `POST /api/admin/generations/retry-failed`: everything that failed since then, with this code or
 * any temporary one.
 */
export const RetryFailedRequest = z.strictObject({
  reason,
  act_id,
  since: z.iso.datetime({ offset: true }),
  code: z.enum(failureCodes).optional(),
})

/** `POST /api/admin/generations/{id}/refund`. */
export const OperatorRefundRequest = z.strictObject({ reason, act_id, note })

/** `POST /api/admin/generations/{id}/refund`: the refunded amount. */
export const RefundedView = z.strictObject({ credits: z.int() })

/** An operator's action on an account or a generation. */
export const AuditEntryView = z.strictObject({
  id: z.int(),
  created_at: z.iso.datetime(),
  /** An e-mail address, or `command line`. */
  actor: z.string(),
  act: z.string(),
  account: z.strictObject({ id: z.string(), email: z.string() }).nullable(),
  generation_id: z.string().nullable(),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntryView = z.infer<typeof AuditEntryView>

/** `GET /api/admin/audit`. `before`: the `id` to request the next page with; `null` at the end. */
export const AuditPage = z.strictObject({
  data: z.array(AuditEntryView),
  before: z.int().nullable(),
})
export type AuditPage = z.infer<typeof AuditPage>
