import type { GenerationView } from '#contract/generation.ts'
import type { UnderstandingRecord } from '#contract/history-records.ts'

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
