import type { Kind } from '#catalogue/kind.ts'
import type { Status } from '#domain/status.ts'

/** A generation among others. Credits are whole, times ISO 8601. */
export type AdminGenerationLine = {
  id: string
  account: { id: string; email: string }
  kind: Kind
  model: string
  status: Status
  /** What a worker does next, while it is open. */
  step: string | null
  credits_charged: number
  credits_refunded: number
  error_code: string | null
  created_at: string
  completed_at: string | null
}

/** `what`: `created`, `handed_over`, `began`, `ended`, `deadline`, `next_step`, `deleted`, or an entry, note or act. */
export type TimelineEntry = { at: string; what: string; text: string | null }

/** `GET /api/admin/generations/{id}`. What it was asked for is its owner's and not shown. */
export type AdminGenerationView = AdminGenerationLine & {
  request_id: string
  generation_type: string
  /** The job as the provider knows it. */
  job: { endpoint: string; request_id: string } | null
  attempts: number
  asked: number
  is_held: boolean
  error_message: string | null
  parent_id: string | null
  /** What it was tried again as. */
  retry_id: string | null
  /** What a retry would do now; `null`: nothing. */
  retry: 'hurry' | 'result' | 'start' | null
  /** The provider's job may be asked for its result, whatever is proposed. */
  can_fetch: boolean
  can_refund: boolean
  is_deleted: boolean
  timeline: TimelineEntry[]
}

/** What came of a retry: the generation to watch, which is a new one unless it was still open. */
export type RetriedView = { id: string; did: 'hurry' | 'result' | 'start' }
