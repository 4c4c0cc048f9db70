import { z } from 'zod'
import { statuses } from '#domain/status.ts'
import { GenerationView } from './generation.ts'

/**
 * One row of the image history (docs/spec/history.md#record), with the whole record in
 * `generation`.
 */
export const ImageHistoryRecord = z
  .object({
    id: z.string(),
    prompt: z.string(),
    negative_prompt: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    quality: z.string().nullable(),
    model: z.string(),
    steps: z.int().nullable(),
    cfg_scale: z.number().nullable(),
    seed: z.union([z.int(), z.string()]).nullable(),
    style: z.string().nullable(),
    generation_mode: z.string(),
    image_url: z.string().nullable(),
    generated_images: z.array(z.string()),
    thumbnail_url: z.string().nullable(),
    status: z.enum(statuses),
    is_favorite: z.boolean(),
    tags: z.array(z.string()),
    credits: z.int(),
    created_at: z.string(),
    error_message: z.string().nullable(),
    generation: GenerationView,
  })
  .meta({ id: 'ImageHistoryRecord' })
export type ImageHistoryRecord = z.infer<typeof ImageHistoryRecord>

/** One page of a history (docs/spec/history.md#list); beyond the end it is empty. */
export function historyPage<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), total: z.int(), page: z.int(), totalPages: z.int() })
}

export const ImageHistoryPage = historyPage(ImageHistoryRecord)
  .extend({
    stats: z.object({ totalGenerated: z.int(), totalCreditsUsed: z.int(), favoriteCount: z.int() }),
  })
  .meta({ id: 'ImageHistoryPage' })
export type ImageHistoryPage = z.infer<typeof ImageHistoryPage>
