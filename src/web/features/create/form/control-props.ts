import type { Control } from '#catalogue/fields.ts'
import type { FieldText } from '#web/shared/field-texts.ts'

/** What every control of the form gets. `Kind` says which control of the catalogue it draws. */
export type ControlInput<Kind extends Control['kind'] = Control['kind']> = {
  /** The field's name in the catalogue. */
  name: string
  control: Extract<Control, { kind: Kind }>
  text: FieldText
  /** One quiet sentence, when the field needs one. */
  hint: string | undefined
  error: string | undefined
  /** Words worth trying, for the field that says what is wanted. */
  examples: readonly string[] | undefined
  value: unknown
  initially: unknown
  onChange: (value: unknown) => void
}
