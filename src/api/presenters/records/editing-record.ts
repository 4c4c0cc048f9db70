import { findModel } from '#catalogue/catalogue.ts'
import type { GenerationView } from '#contract/generation.ts'
import type { EditingRecord } from '#contract/history-records.ts'

/** What a record of before lacks although its model has it (docs/spec/creation.md#models). */
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

function parametersOf({
  model,
  generation_type: type,
  input,
}: GenerationView): EditingRecord['parameters'] {
  const fields = findModel(model, type)?.fields ?? {}
  const known = Object.entries({ ...defaults, ...input }).filter(
    ([name]) => name in defaults && name in fields,
  )
  return { ...Object.fromEntries(known), model }
}
