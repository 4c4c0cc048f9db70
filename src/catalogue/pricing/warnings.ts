import type { Model, Surcharge } from '../model.ts'

/** Something the form says beside the settings: a surcharge, or that so many steps take long. */
export type Warning = Surcharge | { reason: 'many-steps'; above: number }

/** Above this many steps a film is said to take long (docs/spec/creation.md#models). */
const manySteps = 35

/** What a form warns of for these values; only with values the model would take. */
export function warningsOf(model: Model, input: Record<string, unknown>): Warning[] {
  const surcharges = model.price.surcharges?.(input) ?? []
  const steps = model.kind === 'video' ? input.num_inference_steps : 0
  const isSlow = typeof steps === 'number' && steps > manySteps
  return [...surcharges, ...(isSlow ? [{ reason: 'many-steps' as const, above: manySteps }] : [])]
}
