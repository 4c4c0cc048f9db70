import type { GenerationView } from '#contract/generation.ts'

/** Where a generation's form is, and the query that fills it in with everything that was asked for. */
export function formAddress({
  generation_type,
  model,
  input,
}: Pick<GenerationView, 'generation_type' | 'model' | 'input'>) {
  const asked = Object.entries(input).flatMap(([name, value]) =>
    value === null || value === undefined || typeof value === 'object' ? [] : [[name, String(value)] as const],
  )
  return { to: `/creator/image/${generation_type}`, query: { model, ...Object.fromEntries(asked) } }
}
