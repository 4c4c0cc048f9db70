import type { Control } from '#core/models/rules/fields.ts'
import type { FormValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { FieldText } from '#web/shared/field-texts.ts'

/** The props of every control. `Kind` selects the control of the catalogue. */
export type ControlInput<Kind extends Control['kind'] = Control['kind']> = {
  /** The field's name in the catalogue. */
  name: string
  model: Model
  control: Extract<Control, { kind: Kind }>
  text: FieldText
  /** A hint in one sentence, when the field needs one. */
  hint: string | undefined
  error: string | undefined
  /** Whether this is the model's main text. */
  isPrompt: boolean
  /** Example prompts, for the prompt field. */
  examples: readonly string[] | undefined
  value: unknown
  /** The values of the whole form. */
  values: FormValues
  initially: unknown
  onChange: (value: unknown) => void
}
