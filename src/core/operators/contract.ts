import { z } from 'zod'
import { plainText, text } from '#core/texts/contract/plain-text.ts'

/** The operator's reason; stays in the audit log permanently. */
const reason = z.string().trim().min(1).max(500).regex(text)
/** Idempotency key: a second press, or a repeat after a lost answer, does nothing. */
const act_id = z.string().min(1).max(100).regex(plainText).optional()

/** What each action of an operator says, beside what it is about. */
export const ActRequest = z.strictObject({ reason, act_id })

/** The text that the account's owner reads. */
export const noteToOwner = z.string().trim().min(1).max(200).regex(plainText).optional()

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
