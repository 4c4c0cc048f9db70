import type { GenerationView } from '#contract/generation.ts'
import type { VideoRecord } from '#contract/history-records.ts'

/**
 * A row of the video history (docs/spec/history.md#record): what came out, and until then what was
 * asked for.
 */
export function videoRecord(generation: GenerationView): VideoRecord {
  const [film] = generation.images
  const { frames_per_second: rate } = generation.input
  const source = generation.inputs.find(({ content_type }) => content_type.startsWith('image/'))
  return {
    id: generation.id,
    prompt: generation.prompt,
    negative_prompt: generation.negative_prompt,
    duration: film?.duration_ms != null ? film.duration_ms / 1000 : generation.seconds,
    width: generation.width,
    height: generation.height,
    fps: film?.fps ?? (typeof rate === 'number' ? rate : null),
    model: generation.model,
    image_url: source?.url ?? null,
    video_url: generation.original_video_url,
    status: generation.status,
    created_at: generation.created_at,
    error_message: generation.error_message,
    generation,
  }
}
