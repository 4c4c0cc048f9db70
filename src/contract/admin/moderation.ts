import { z } from 'zod'
import { kinds } from '#catalogue/kinds.ts'
import { maxReportText, reportReasons } from '#domain/report.ts'
import { plainText, text } from '../history/history-query.ts'
import { ActRequest } from './generations.ts'

/** `POST /api/reports`. */
export const ReportRequest = z.object({
  address: z.string().min(1).max(2_048).regex(plainText).meta({
    description: 'The address of a file of the result, with our host or without.',
  }),
  reason: z.enum(reportReasons),
  text: z.string().trim().max(maxReportText).regex(text).optional(),
})

export const ReportAnswer = z.object({ received: z.literal(true) })

/** A reported result. Addresses of its files are for operators alone. */
const ReportedResultView = z.strictObject({
  id: z.string(),
  account: z.strictObject({ id: z.string(), email: z.string() }),
  kind: z.enum(kinds),
  model: z.string(),
  prompt: z.string(),
  /** The result of a model that writes. */
  answer: z.string().nullable(),
  created_at: z.iso.datetime(),
  files: z.array(z.strictObject({ url: z.string(), content_type: z.string() })),
  /** How many people reported it, by reason, and the first of their texts. */
  count: z.int(),
  reasons: z.partialRecord(z.enum(reportReasons), z.int()),
  notes: z.array(z.string()),
  first_at: z.iso.datetime(),
})
export type ReportedResultView = z.infer<typeof ReportedResultView>

/** `GET /api/admin/moderation`: at most 50, the most reported first. */
export const ReportsView = z.strictObject({ data: z.array(ReportedResultView) })
export type ReportsView = z.infer<typeof ReportsView>

/** `POST /api/admin/moderation/{id}/takedown`. `note`: what the owner reads. */
export const TakedownRequest = ActRequest.extend({
  note: z.string().trim().min(1).max(maxReportText).regex(plainText),
})

const hexDigits = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]*$/i)

/** `GET /api/admin/moderation/hashes`: `find` is the beginning of a SHA-256. */
export const HashesQuery = z.strictObject({ find: hexDigits.default('') })

/** `GET /api/admin/moderation/hashes`: of removed files, the newest 50. */
export const BlockedHashesView = z.strictObject({
  data: z.array(
    z.strictObject({
      sha256: z.string(),
      created_at: z.iso.datetime(),
      /** Whose result the file was, if that is known. */
      generation_id: z.string().nullable(),
    }),
  ),
})
export type BlockedHashesView = z.infer<typeof BlockedHashesView>

/** `POST /api/admin/moderation/hashes/unblock`. */
export const UnblockRequest = ActRequest.extend({ sha256: hexDigits.length(64) })
export const UnblockedView = z.strictObject({ unblocked: z.literal(true) })

/** The outcome of a decision: how many reports a dismissal decided. */
export const DismissedView = z.strictObject({ reports: z.int() })
export const TakenDownView = z.strictObject({ removed: z.literal(true) })
