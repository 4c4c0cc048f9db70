import { z } from 'zod'
import { kinds } from '#core/models/rules/kinds.ts'
import { ActRequest, noteToOwner } from '#core/operators/contract.ts'
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

/** `POST /api/admin/generations/{id}/retry`. */
export const RetryRequest = ActRequest.extend({
  from: z.enum(['result', 'start']).optional(),
})

/**
 * `POST /api/admin/generations/retry-failed`: everything that failed since then, with this code or
 * any temporary one.
 */
export const RetryFailedRequest = ActRequest.extend({
  since: z.iso.datetime({ offset: true }),
  code: z.enum(failureCodes).optional(),
})

/** `POST /api/admin/generations/{id}/refund`. */
export const OperatorRefundRequest = ActRequest.extend({ note: noteToOwner })

/** `POST /api/admin/generations/{id}/refund`: the refunded amount. */
export const RefundedView = z.strictObject({ credits: z.int() })
