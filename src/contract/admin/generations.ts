import { z } from 'zod'
import { kinds } from '#catalogue/kind.ts'
import { statuses } from '#domain/status.ts'

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
 * `what`: `created`, `handed_over`, `began`, `ended`, `deadline`, `next_step`, `deleted`, or an
 * entry, note or act.
 */
const TimelineEntry = z.strictObject({ at: time, what: z.string(), text: z.string().nullable() })
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** `GET /api/admin/generations/{id}`. What it was asked for is its owner's and not shown. */
export const AdminGenerationView = z.strictObject({
  ...AdminGenerationLine.shape,
  request_id: z.string(),
  generation_type: z.string(),
  /** The job as the provider knows it. */
  job: z.strictObject({ endpoint: z.string(), request_id: z.string() }).nullable(),
  attempts: z.int(),
  asked: z.int(),
  is_held: z.boolean(),
  error_message: z.string().nullable(),
  parent_id: z.string().nullable(),
  /** What it was tried again as. */
  retry_id: z.string().nullable(),
  /** What a retry would do now; `null`: nothing. */
  retry: z.enum(['hurry', 'result', 'start']).nullable(),
  /** The provider's job may be asked for its result, whatever is proposed. */
  can_fetch: z.boolean(),
  can_refund: z.boolean(),
  is_deleted: z.boolean(),
  timeline: z.array(TimelineEntry),
})
export type AdminGenerationView = z.infer<typeof AdminGenerationView>

/**
 * What came of a retry of all: how many, how many not and why; there may be more than were retried
 * at once.
 */
export const RetriedFailedView = z.strictObject({
  retried: z.int(),
  refused: z.record(z.string(), z.int()),
  has_more: z.boolean(),
})
export type RetriedFailedView = z.infer<typeof RetriedFailedView>

/** What came of a retry: the generation to watch, which is a new one unless it was still open. */
export const RetriedView = z.strictObject({
  id: z.string(),
  did: z.enum(['hurry', 'result', 'start']),
})
export type RetriedView = z.infer<typeof RetriedView>
