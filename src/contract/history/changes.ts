import { z } from 'zod'
import { GenerationView } from '../generation.ts'
import { plainText } from './query.ts'

/** The most records that one call changes. */
const mostAtOnce = 500

const ids = z.array(z.string()).min(1).max(mostAtOnce)

/** `DELETE …/delete`, one or several (specification, history §7, decisions §7). The files always go with their record. */
export const DeleteRequest = z
  .object({
    id: z.string().optional().meta({ description: 'One of them; `ids` names several.' }),
    ids: ids.optional(),
    deleteFiles: z.boolean().optional().meta({ description: 'Changes nothing: files go with their record.' }),
  })
  .refine(({ id, ids }) => id !== undefined || ids !== undefined, {
    path: ['ids'],
    params: { problem: 'required' },
  })

export const DeleteAnswer = z
  .object({
    deletedCount: z.int().meta({ description: 'Fewer than asked for when some were not yours or are being made.' }),
    undo_until: z.iso.datetime().meta({ description: 'Until then `POST /api/generations/restore` brings them back.' }),
  })
  .meta({ id: 'Deleted' })
export type DeleteAnswer = z.infer<typeof DeleteAnswer>

/** `POST /api/generations/restore`: of any kind. */
export const RestoreRequest = z.object({ ids })

export const RestoreAnswer = z
  .object({
    restoredCount: z.int().meta({ description: 'Fewer than asked for when some were not yours or are gone for good.' }),
  })
  .meta({ id: 'Restored' })
export type RestoreAnswer = z.infer<typeof RestoreAnswer>

const tag = z.string().trim().min(1).max(40).regex(plainText)

/** `POST …/favorite` (specification, history §7). Without `tags` a record keeps those it has. */
export const FavoriteRequest = z.object({
  imageId: z.string().meta({ description: 'The record, of whichever kind.' }),
  isFavorite: z.boolean(),
  tags: z
    .array(tag)
    .max(20)
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
