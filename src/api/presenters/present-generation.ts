import { findModel } from '#catalogue/catalogue.ts'
import { failureMessage } from '#contract/error-messages.ts'
import type { GenerationView, MediaView } from '#contract/generation.ts'
import type { Language } from '#contract/language.ts'
import { canCancel } from '#services/generations/cancel-generation.ts'
import type { GenerationWithMedia } from '#services/generations/reading/read-generation.ts'
import type { MediaRow } from '#services/rows.ts'

/** Who reads it: decides the language of texts and where addresses begin. */
export type Reader = { email: string; language: Language; origin: string }

/** A row as the wire shows it. Leases, provider ids and storage keys never leave the server. */
export function presentGeneration({ row, outputs }: GenerationWithMedia, reader: Reader): GenerationView {
  const model = findModel(row.model, row.generation_type)
  const images = outputs.map((media) => presentMedia(media, reader.origin))
  const pixels = model?.pixels?.(row.input)
  return {
    id: row.id,
    request_id: row.request_id,
    kind: row.kind,
    generation_type: row.generation_type,
    image_generation_type: row.kind === 'image' ? row.generation_type : null,
    model: row.model,
    model_name: model?.name ?? row.model,
    status: row.status,
    prompt: String(row.input.prompt ?? ''),
    negative_prompt: String(row.input.negative_prompt ?? ''),
    width: pixels?.width ?? images[0]?.width ?? null,
    height: pixels?.height ?? images[0]?.height ?? null,
    steps: numberOr(row.input.num_inference_steps, row.kind === 'image' ? 0 : null),
    number_of_images: row.requested,
    seed: seedOf(row.seed ?? row.input.seed),
    reference_image_url: null,
    generation_params: generationParams(row.input),
    input: row.input,
    images,
    image_url: images[0]?.url ?? null,
    image_urls: images.map((image) => image.url),
    user_email: reader.email,
    feature_type: 'flux1-create',
    is_public: row.is_public,
    is_favorite: row.is_favorite,
    is_sample: row.is_sample,
    tags: row.tags,
    credits_charged: row.price,
    credits_refunded: row.refunded,
    queue_position: row.queue_position,
    progress: row.progress,
    error_code: row.error_code,
    error_message: row.error_code && failureMessage(row.error_code, reader.language, row.error_message),
    can_cancel: canCancel(row),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  }
}

function presentMedia(media: MediaRow, origin: string): MediaView {
  const address = `${origin}/media/${media.id}`
  return {
    id: media.id,
    url: `${address}/${media.position + 1}.${media.storage_key.split('.').at(-1)}`,
    thumbnail_url: media.thumbnail_key && `${address}/thumbnail.webp`,
    content_type: media.content_type,
    bytes: media.bytes,
    width: media.width,
    height: media.height,
    duration_ms: media.duration_ms,
    fps: media.fps,
  }
}

/** The parameters the documents keep together (specification, creation §3). */
function generationParams(input: Record<string, unknown>): Record<string, unknown> {
  const { guidance_scale, enable_safety_checker, strength } = input
  return {
    ...(guidance_scale !== undefined && { guidance_scale }),
    ...(enable_safety_checker !== undefined && { enable_safety_checker }),
    ...(strength !== undefined && { image_strength: strength }),
  }
}

function seedOf(value: unknown): number | string | null {
  if (value === null || value === undefined) return null
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

function numberOr<Fallback>(value: unknown, fallback: Fallback): number | Fallback {
  return typeof value === 'number' ? value : fallback
}
