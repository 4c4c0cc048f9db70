import { z } from 'zod'
import { ErrorBody } from '../errors/errors.ts'
import { plainText, text } from './query.ts'

/** `POST /api/wan/refundCredits` (docs/spec/history.md#refund-of-a-failed-record). */
export const RefundRequest = z
  .object({
    request_id: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(plainText)
      .meta({ description: 'The request id of the record, or its id.' }),
    reason: z
      .string()
      .trim()
      .max(500)
      .regex(text)
      .optional()
      .meta({ description: 'Kept in the ledger.' }),
    manual_refund: z.literal(true),
  })
  .meta({
    examples: [{ request_id: 'my-job-7', reason: 'The picture never came.', manual_refund: true }],
  })

export const RefundAnswer = z
  .object({
    success: z.literal(true),
    data: z.object({ refund_amount: z.int().meta({ description: 'Credits.' }) }),
    refund_status: z.literal('refunded'),
  })
  .meta({
    id: 'Refunded',
    examples: [{ success: true, data: { refund_amount: 30 }, refund_status: 'refunded' }],
  })
export type RefundAnswer = z.infer<typeof RefundAnswer>

/** Why credits are not given back; other refusals, such as a wrong body, have none of these. */
const refundStatuses = ['duplicate_attempt', 'not_failed', 'not_found'] as const

export const RefundRefusal = ErrorBody.extend({
  success: z.literal(false),
  refund_status: z.enum(refundStatuses).optional(),
}).meta({ id: 'RefundRefused' })
export type RefundRefusal = z.infer<typeof RefundRefusal>
