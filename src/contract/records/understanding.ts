import { z } from 'zod'
import { statuses } from '#domain/status.ts'
import { GenerationView } from '../generation.ts'

/**
 * `GET /api/image-understanding/status?job_id=` (docs/spec/history.md#record,
 * docs/spec/api.md#routes).
 */
export const UnderstandingJob = z
  .object({
    job_id: z.string(),
    status: z.enum(statuses),
    result: z.string().nullable().meta({ description: 'The answer, once it is there.' }),
    error: z.string().nullable().meta({ description: 'Why there is none.' }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'UnderstandingJob' })
export type UnderstandingJob = z.infer<typeof UnderstandingJob>

/** One row of the image-understanding history (docs/spec/history.md#record). */
export const UnderstandingRecord = z
  .object({
    id: z.string(),
    image_url: z.string().nullable(),
    question: z.string(),
    status: z.enum(statuses),
    result_text: z.string().nullable(),
    error_message: z.string().nullable(),
    created_at: z.string(),
    generation: GenerationView,
  })
  .meta({ id: 'UnderstandingRecord' })
export type UnderstandingRecord = z.infer<typeof UnderstandingRecord>
