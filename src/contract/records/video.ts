import { z } from 'zod'
import { statuses } from '#domain/status.ts'
import { GenerationView } from '../generation.ts'

/** One row of the video history (docs/spec/history.md#record). */
export const VideoRecord = z
  .object({
    id: z.string(),
    prompt: z.string(),
    negative_prompt: z.string(),
    duration: z
      .number()
      .nullable()
      .meta({ description: 'Seconds: as it is, or as it was asked for.' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    fps: z.number().nullable().meta({ description: 'As it is, or as it was asked for.' }),
    model: z.string(),
    image_url: z.string().nullable().meta({ description: 'The first image it was made from.' }),
    video_url: z.string().nullable(),
    status: z.enum(statuses),
    created_at: z.string(),
    error_message: z.string().nullable(),
    generation: GenerationView,
  })
  .meta({ id: 'VideoRecord' })
export type VideoRecord = z.infer<typeof VideoRecord>
