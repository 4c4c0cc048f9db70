import { z } from 'zod'
import { GenerationView } from '../generation.ts'

/** A sound that waits is shown as one that is made (docs/spec/history.md#list). */
const AudioStatus = z.enum(['processing', 'completed', 'failed'])

/** One row of the audio history (docs/spec/history.md#record). */
export const AudioRecord = z
  .object({
    id: z.string(),
    prompt: z.string(),
    createdAt: z.string(),
    status: AudioStatus,
    audioUrl: z.string().nullable(),
    inputMediaUrl: z.string().nullable(),
    inputMediaType: z.string().meta({ description: '`video`, or `other` for an animated image.' }),
    duration: z.number().nullable().meta({ description: 'Seconds.' }),
    fileSize: z.int().nullable().meta({ description: 'Bytes.' }),
    creditsUsed: z.int(),
    requestId: z.string(),
    errorMessage: z.string().nullable(),
    progressMessage: z.string().nullable(),
    progressPercentage: z.int().nullable(),
    creditsRefunded: z.boolean(),
    refundAmount: z.int().nullable(),
    refundedAt: z.string().nullable(),
    refundReason: z.string().nullable(),
    refundAttempts: z.int(),
    generation: GenerationView,
  })
  .meta({ id: 'AudioRecord' })
export type AudioRecord = z.infer<typeof AudioRecord>

/**
 * `GET /api/audio-generation/status?record_id=` (docs/spec/api.md#routes,
 * docs/spec/history.md#record).
 */
export const AudioJob = z
  .object({
    id: z.string(),
    status: AudioStatus,
    audioUrl: z.string().nullable(),
    errorMessage: z.string().nullable(),
    progressMessage: z.string().nullable(),
    progressPercentage: z.int().nullable(),
    error: z.string().nullable(),
    result: z.object({ audio: z.object({ url: z.string() }), prompt: z.string() }).nullable(),
    completed_at: z.string().nullable(),
  })
  .meta({ id: 'AudioJob' })
export type AudioJob = z.infer<typeof AudioJob>
