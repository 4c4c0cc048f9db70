import type { GenerationView } from '#contract/generation.ts'
import type { ImageHistoryRecord } from '#contract/history-records.ts'

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
