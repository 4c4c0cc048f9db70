import { z } from 'zod'
import { GenerationView } from '#core/generations/generation-contract.ts'
import { statuses } from '#core/generations/rules/status.ts'

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

/** Waiting audio has the status of running audio (docs/spec/history.md#list). */
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

/** One row of a history of files whose rows the specification does not name one by one. */
export const FileRecord = z
  .object({
    id: z.string(),
    request_id: z.string(),
    prompt: z.string(),
    model: z.string(),
    status: z.enum(statuses),
    url: z.string().nullable().meta({ description: 'The first result file.' }),
    content_type: z.string().nullable(),
    duration: z.number().nullable().meta({ description: 'Seconds.' }),
    file_size: z.int().nullable().meta({ description: 'Bytes.' }),
    credits_used: z.int().meta({ description: 'What was charged and not refunded.' }),
    created_at: z.string(),
    completed_at: z.string().nullable(),
    error_message: z.string().nullable(),
    generation: GenerationView,
  })
  .meta({ id: 'FileRecord' })
export type FileRecord = z.infer<typeof FileRecord>
