import type { GenerationView } from '#contract/generation.ts'
import { formPath } from '#web/lib/creator-paths.ts'
import type { FormAddress } from '../../work/form-address.ts'

/** The form with the same picture and the same question (specification, creation §4). */
export function reanalysisAddress({ inputs, prompt }: Pick<GenerationView, 'inputs' | 'prompt'>): FormAddress {
  const image = inputs[0]?.url
  return {
    to: formPath({ generationType: 'image-understanding' }),
    query: { ...(image && { image }), question: prompt },
  }
}
