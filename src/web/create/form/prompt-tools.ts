import type { ComponentType } from 'react'
import type { FormValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { featureParts } from '#web/shared/feature-parts.tsx'

/** What features know of a form's prompt: its text, how to replace it, and the rest of the form. */
export type PromptToolProps = {
  model: Model
  values: FormValues
  value: string
  onChange: (text: string) => void
}

/** What can be done with the prompt, beside its field. */
export const PromptTools = featureParts(
  import.meta.glob<ComponentType<PromptToolProps>>('/src/features/*/web/prompt-tool.tsx', {
    eager: true,
    import: 'PromptTool',
  }),
)
