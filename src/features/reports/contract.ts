import { z } from 'zod'
import { kinds } from '#core/models/rules/kinds.ts'
import { plainText, text } from '#core/texts/contract/plain-text.ts'
import { maxReportText, reportReasons } from './rules.ts'

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    too_many_reports: { max: number }
  }
}

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

/** How many reports a dismissal decided. */
export const DismissedView = z.strictObject({ reports: z.int() })
