import { z } from 'zod'
import { statuses } from '#domain/status.ts'
import { GenerationView } from '../generation.ts'

/** One row of the image-editing history (docs/spec/history.md#record). */
export const EditingRecord = z
  .object({
    id: z.string(),
    request_id: z.string(),
    image_url: z.string().nullable().meta({ description: 'The image that was edited.' }),
    prompt: z.string(),
    parameters: z
      .object({
        model: z.string(),
        guidance_scale: z.number().optional(),
        num_images: z.int().optional(),
        output_format: z.string().optional(),
        safety_tolerance: z.int().optional(),
        enhance_prompt: z.boolean().optional(),
        aspect_ratio: z.string().optional(),
      })
      .meta({ description: 'Those that the model has.' }),
    status: z.enum(statuses),
    result_images: z.array(z.object({ url: z.string() })),
    credits_used: z.int(),
    created_at: z.string(),
    completed_at: z.string().nullable(),
    response_time_ms: z.int().nullable().meta({ description: 'From the request to its end.' }),
    error_message: z.string().nullable(),
    generation: GenerationView,
  })
  .meta({ id: 'EditingRecord' })
export type EditingRecord = z.infer<typeof EditingRecord>
