import type { GenerationView } from '#core/generations/generation-contract.ts'
import { audioJob } from '#core/generations/routes/audio-job.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import type { Language } from '#platform/languages/languages.ts'
import type {
  AudioRecord,
  EditingRecord,
  FileRecord,
  ImageHistoryRecord,
  UnderstandingRecord,
  VideoRecord,
} from '../contract/history-records.ts'

/** A row of the audio history (docs/spec/history.md#record). */
export function audioRecord(generation: GenerationView, language: Language): AudioRecord {
  const { status, audioUrl, errorMessage, progressMessage, progressPercentage } = audioJob(
    generation,
    language,
  )
  const [audio] = generation.images
  const [source] = generation.inputs
  const refund = generation.credits_refunded
  return {
    id: generation.id,
    prompt: generation.prompt,
    createdAt: generation.created_at,
    status,
    audioUrl,
    inputMediaUrl: source?.url ?? null,
    inputMediaType: source?.content_type.startsWith('video/') ? 'video' : 'other',
    duration: audio?.duration_ms != null ? audio.duration_ms / 1000 : null,
    fileSize: audio?.bytes ?? null,
    creditsUsed: generation.credits_charged - refund,
    requestId: generation.request_id,
    errorMessage,
    progressMessage,
    progressPercentage,
    creditsRefunded: refund > 0,
    refundAmount: refund > 0 ? refund : null,
    refundedAt: generation.refunded_at,
    refundReason: generation.refund_reason,
    refundAttempts: generation.refund_attempts,
    generation,
  }
}

/** Values that older records lack although their model has them (docs/spec/creation.md#models). */
const defaults: EditingRecord['parameters'] = {
  model: 'flux-pro-kontext',
  guidance_scale: 7.5,
  num_images: 1,
  output_format: 'jpeg',
  safety_tolerance: 2,
  enhance_prompt: false,
  aspect_ratio: '1:1',
}

/** A row of the image-editing history (docs/spec/history.md#record). */
export function editingRecord(generation: GenerationView): EditingRecord {
  const { created_at, completed_at } = generation
  return {
    id: generation.id,
    request_id: generation.request_id,
    image_url: generation.inputs[0]?.url ?? null,
    prompt: generation.prompt,
    parameters: parametersOf(generation),
    status: generation.status,
    result_images: generation.image_urls.map((url) => ({ url })),
    credits_used: generation.credits_charged - generation.credits_refunded,
    created_at,
    completed_at,
    response_time_ms:
      completed_at === null ? null : Date.parse(completed_at) - Date.parse(created_at),
    error_message: generation.error_message,
    generation,
  }
}

function parametersOf(generation: GenerationView): EditingRecord['parameters'] {
  const fields = modelOf(generation)?.fields ?? {}
  const known = Object.entries({ ...defaults, ...generation.input }).filter(
    ([name]) => name in defaults && name in fields,
  )
  return { ...Object.fromEntries(known), model: generation.model }
}

/** A row of a history whose rows the specification does not name one by one. */
export function fileRecord(generation: GenerationView): FileRecord {
  const [file] = generation.images
  return {
    id: generation.id,
    request_id: generation.request_id,
    prompt: generation.prompt,
    model: generation.model,
    status: generation.status,
    url: file?.url ?? null,
    content_type: file?.content_type ?? null,
    duration: file?.duration_ms != null ? file.duration_ms / 1000 : null,
    file_size: file?.bytes ?? null,
    credits_used: generation.credits_charged - generation.credits_refunded,
    created_at: generation.created_at,
    completed_at: generation.completed_at,
    error_message: generation.error_message,
    generation,
  }
}

/** A row of the image history (docs/spec/history.md#record). */
export function imageRecord(generation: GenerationView): ImageHistoryRecord {
  const { guidance_scale, cfg_weight } = generation.input
  const scale = guidance_scale ?? cfg_weight
  return {
    id: generation.id,
    prompt: generation.prompt,
    negative_prompt: generation.negative_prompt,
    width: generation.width,
    height: generation.height,
    quality: null,
    model: generation.model,
    steps: generation.steps,
    cfg_scale: typeof scale === 'number' ? scale : null,
    seed: generation.seed,
    style: null,
    generation_mode: generation.generation_type,
    image_url: generation.image_url,
    generated_images: generation.image_urls,
    thumbnail_url: generation.images[0]?.thumbnail_url ?? null,
    status: generation.status,
    is_favorite: generation.is_favorite,
    tags: generation.tags,
    credits: generation.credits_charged,
    created_at: generation.created_at,
    error_message: generation.error_message,
    generation,
  }
}

/** A row of the image-understanding history (docs/spec/history.md#record). */
export function understandingRecord(generation: GenerationView): UnderstandingRecord {
  return {
    id: generation.id,
    image_url: generation.inputs[0]?.url ?? null,
    question: generation.prompt,
    status: generation.status,
    result_text: generation.answer,
    error_message: generation.error_message,
    created_at: generation.created_at,
    generation,
  }
}

/**
 * A row of the video history (docs/spec/history.md#record): the measures of the result, and the
 * requested ones before it ends.
 */
export function videoRecord(generation: GenerationView): VideoRecord {
  const [video] = generation.images
  const { frames_per_second: rate } = generation.input
  const source = generation.inputs.find(({ content_type }) => content_type.startsWith('image/'))
  return {
    id: generation.id,
    prompt: generation.prompt,
    negative_prompt: generation.negative_prompt,
    duration: video?.duration_ms != null ? video.duration_ms / 1000 : generation.seconds,
    width: generation.width,
    height: generation.height,
    fps: video?.fps ?? (typeof rate === 'number' ? rate : null),
    model: generation.model,
    image_url: source?.url ?? null,
    video_url: generation.original_video_url,
    status: generation.status,
    created_at: generation.created_at,
    error_message: generation.error_message,
    generation,
  }
}
