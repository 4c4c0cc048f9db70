import { z } from 'zod'
import { plainText, text } from '../history/query.ts'

/** Why an operator does it; kept in the audit log for good. */
const reason = z.string().trim().min(1).max(500).regex(text)
/** What the account's owner reads of it. */
const note = z.string().trim().min(1).max(200).regex(plainText).optional()
/** Names this act: sent twice, as by a second press or after an answer that was lost, it is done once. */
const act_id = z.string().min(1).max(100).regex(plainText).optional()

/** `POST /api/admin/accounts/{id}/{suspend,resume}`. */
export const ActRequest = z.strictObject({ reason, act_id })

const credits = z.int().min(1).max(100_000_000)

/** `POST /api/admin/accounts/{id}/grant`. */
export const GrantRequest = z.strictObject({ reason, act_id, credits, note, paid: z.boolean().default(false) })

/** `POST /api/admin/accounts/{id}/take`. */
export const TakeRequest = z.strictObject({ reason, act_id, credits, note })

/** `POST /api/admin/generations/{id}/retry`. */
export const RetryRequest = z.strictObject({ reason, act_id, from: z.enum(['result', 'start']).optional() })

/** `POST /api/admin/generations/{id}/refund`. */
export const OperatorRefundRequest = z.strictObject({ reason, act_id, note })

/** What somebody did to an account or its work. */
export type AuditEntryView = {
  id: number
  created_at: string
  /** An e-mail address, or `command line`. */
  actor: string
  act: string
  account: { id: string; email: string } | null
  generation_id: string | null
  reason: string
  details: Record<string, unknown>
}

/** `before`: the `id` to ask for the next page with; `null` at the end. */
export type AuditPage = { data: AuditEntryView[]; before: number | null }
