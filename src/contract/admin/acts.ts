import { z } from 'zod'
import { failureCodes } from '#domain/failure.ts'
import { plainText, text } from '../history/query.ts'

/** Why an operator does it; kept in the audit log for good. */
const reason = z.string().trim().min(1).max(500).regex(text)
/** What the account's owner reads of it. */
const note = z.string().trim().min(1).max(200).regex(plainText).optional()
/**
 * Names this act: sent twice, as by a second press or after an answer that was lost, it is done
 * once.
 */
const act_id = z.string().min(1).max(100).regex(plainText).optional()

/** `POST /api/admin/accounts/{id}/{suspend,resume}`. */
export const ActRequest = z.strictObject({ reason, act_id })

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
 * any that may pass.
 */
export const RetryFailedRequest = z.strictObject({
  reason,
  act_id,
  since: z.iso.datetime({ offset: true }),
  code: z.enum(failureCodes).optional(),
})

/** `POST /api/admin/generations/{id}/refund`. */
export const OperatorRefundRequest = z.strictObject({ reason, act_id, note })

/** `POST /api/admin/generations/{id}/refund`: what was given back. */
export const RefundedView = z.strictObject({ credits: z.int() })

/** What somebody did to an account or its work. */
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

/** `GET /api/admin/audit`. `before`: the `id` to ask for the next page with; `null` at the end. */
export const AuditPage = z.strictObject({
  data: z.array(AuditEntryView),
  before: z.int().nullable(),
})
export type AuditPage = z.infer<typeof AuditPage>
