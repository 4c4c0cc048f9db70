import { z } from 'zod'
import {
  AdminGenerationLine,
  OperatorRefundRequest,
} from '#core/generations/admin-generations-contract.ts'
import { failureCodes } from '#core/generations/rules/failure.ts'
import { listStatuses } from '#core/generations/rules/status.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import { ActRequest } from '#core/operators/contract.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'

const time = z.iso.datetime({ offset: true })

const filters = {
  status: z.enum(listStatuses).optional(),
  kind: z.enum(kinds).optional(),
  model: z.string().trim().max(100).regex(plainText).optional(),
  /** Only failed ones with this code. */
  code: z.enum(failureCodes).optional(),
  from: time.optional(),
  to: time.optional(),
}

/** `GET /api/admin/generations/list.csv`. */
export const GenerationFileQuery = z.strictObject(filters)
export type GenerationFileQuery = z.infer<typeof GenerationFileQuery>

/**
 * `GET /api/admin/generations/list`: those that were started, or with `failed` that failed, from
 * `from` until before `to`; by default in the last seven days. `before`: the cursor of a page.
 */
export const GenerationListQuery = z.strictObject({
  ...filters,
  before: z
    .string()
    .regex(/^\d{1,16}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    .optional(),
})

/** Newest first. A page may have no rows and yet a next one: it was searched and had no match. */
export const GenerationListView = z.strictObject({
  data: z.array(AdminGenerationLine),
  /** Of all those from this page on, or where `is_total_exact` is false, of the first that were searched. */
  total: z.strictObject({ count: z.int(), charged: z.int(), refunded: z.int() }),
  is_total_exact: z.boolean(),
  /** The cursor of the next page; `null` at the end. */
  before: z.string().nullable(),
})
export type GenerationListView = z.infer<typeof GenerationListView>

/** How many generations one request retries or refunds at most. */
export const maxSelected = 100

const ids = z.array(z.uuid()).min(1).max(maxSelected)

/** `POST /api/admin/generations/retry`. */
export const RetrySelectedRequest = z.strictObject({ ...ActRequest.shape, ids })

/** `POST /api/admin/generations/refund`. */
export const RefundSelectedRequest = z.strictObject({ ...OperatorRefundRequest.shape, ids })

/** What came of each: `done`, the code of a refusal, or `internal`. */
export const SelectedView = z.strictObject({
  outcomes: z.array(z.strictObject({ id: z.string(), outcome: z.string() })),
})
export type SelectedView = z.infer<typeof SelectedView>
