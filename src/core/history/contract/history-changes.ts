import { z } from 'zod'
import { GenerationView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { ErrorBody } from '#core/texts/contract/errors.ts'
import { plainText, text } from '#core/texts/contract/plain-text.ts'
import { historyFilter } from './history-query.ts'

/** The most records that one call changes. */
const mostAtOnce = 500

const ids = z.array(z.string()).min(1).max(mostAtOnce)

/**
 * `DELETE …/delete`, one or several (docs/spec/history.md#deletion). The files are deleted with
 * their record.
 */
export const DeleteRequest = z
  .object({
    id: z.string().optional().meta({ description: 'One of them; `ids` names several.' }),
    ids: ids.optional(),
    deleteFiles: z
      .boolean()
      .optional()
      .meta({ description: 'Changes nothing: files go with their record.' }),
  })
  .refine(({ id, ids }) => id !== undefined || ids !== undefined, {
    path: ['ids'],
    params: { problem: 'required' },
  })

export const DeleteAnswer = z
  .object({
    deletedCount: z
      .int()
      .meta({ description: 'Fewer than asked for when some were not yours or are being made.' }),
    undo_until: z.iso
      .datetime()
      .meta({ description: 'Until then `POST /api/generations/restore` brings them back.' }),
  })
  .meta({ id: 'Deleted' })
export type DeleteAnswer = z.infer<typeof DeleteAnswer>

/** `POST /api/generations/restore`: of any kind. */
export const RestoreRequest = z.object({ ids })

export const RestoreAnswer = z
  .object({
    restoredCount: z
      .int()
      .meta({ description: 'Fewer than asked for when some were not yours or are gone for good.' }),
  })
  .meta({ id: 'Restored' })
export type RestoreAnswer = z.infer<typeof RestoreAnswer>

/** How many tags a record may have, and how long one may be, in characters. */
export const maxTags = 20
const maxTagLength = 40

const tag = z.string().trim().min(1).max(maxTagLength).regex(plainText)

/** `POST …/favorite` (docs/spec/history.md#record). Without `tags` a record keeps those it has. */
export const FavoriteRequest = z.object({
  imageId: z.string().meta({ description: 'The record, of whichever kind.' }),
  isFavorite: z.boolean(),
  tags: z
    .array(tag)
    .max(maxTags)
    .transform((tags) => [...new Set(tags)])
    .optional(),
})

export const FavoriteAnswer = z
  .object({
    success: z.literal(true),
    imageId: z.string(),
    isFavorite: z.boolean(),
    tags: z.array(z.string()),
    generation: GenerationView,
  })
  .meta({ id: 'Favorite' })
export type FavoriteAnswer = z.infer<typeof FavoriteAnswer>

/** The action on every record of a selection. */
export const selectionActions = [
  'delete',
  'favorite',
  'unfavorite',
  'add_tags',
  'remove_tags',
  'publish',
  'hide',
] as const
export type SelectionActionName = (typeof selectionActions)[number]

/** The members that a feature adds to the request and to the answer of a selection, for its action. */
export type AddedSelectionAction = {
  name: string
  request: z.ZodRawShape
  answer: z.ZodRawShape
}

/** `POST …/selection`: records by their ids, or all that match a filter. */
export function selectionRequest(kind: Kind, added: readonly AddedSelectionAction[]) {
  return z
    .object({
      ids: ids.optional().meta({ description: 'These records; instead of `filter`.' }),
      filter: historyFilter(kind)
        .optional()
        .meta({ description: 'All records that the history shows under it.' }),
      expected_total: z.int().min(0).max(2_147_483_647).optional().meta({
        description:
          'With `filter`: how many that are; 409 `selection_changed` when they are not as many.',
      }),
      cursor: z.int().min(1).max(2_147_483_647).optional().meta({
        description:
          'With `filter`: `next` of the answer before, to go on; instead of `expected_total`.',
      }),
      action: z.enum([...selectionActions, ...added.map(({ name }) => name)]),
      tags: z
        .array(tag)
        .min(1)
        .max(maxTags)
        .optional()
        .meta({ description: 'For `add_tags` and `remove_tags`.' }),
      ...(Object.assign({}, ...added.map(({ request }) => request)) as object),
    })
    .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), missing('ids'))
    .refine(
      ({ filter, expected_total, cursor }) =>
        !filter || (expected_total === undefined) !== (cursor === undefined),
      missing('expected_total'),
    )
    .refine(({ action, tags }) => !action.endsWith('_tags') || tags !== undefined, missing('tags'))
}

export type SelectionRequest = z.infer<ReturnType<typeof selectionRequest>>

function missing(field: string) {
  return { path: [field], params: { problem: 'required' } }
}

const changed = {
  total: z.int().meta({ description: 'How many records are meant, from `cursor` on.' }),
  changed: z.int().meta({ description: 'How many of this part are different now.' }),
  next: z
    .int()
    .nullable()
    .meta({ description: 'The `cursor` of the next call; null when nothing is left.' }),
  deleted: z
    .array(z.string())
    .meta({ description: 'Ids of what was deleted, for `POST /api/generations/restore`.' }),
  undo_until: z.iso.datetime().nullable(),
}

/** What a selection answers. */
export function selectionAnswer(added: readonly AddedSelectionAction[]) {
  const ofFeatures = Object.assign({}, ...added.map(({ answer }) => answer)) as object
  return z.object({ ...changed, ...ofFeatures }).meta({ id: 'SelectionChanged' })
}
export type SelectionAnswer = z.infer<ReturnType<typeof selectionAnswer>>

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

/** Why credits are not refunded; other rejections, such as an invalid body, have none of these. */
const refundStatuses = ['duplicate_attempt', 'not_failed', 'not_found'] as const

export const RefundRefusal = ErrorBody.extend({
  success: z.literal(false),
  refund_status: z.enum(refundStatuses).optional(),
}).meta({ id: 'RefundRefused' })
export type RefundRefusal = z.infer<typeof RefundRefusal>
