import type { FieldGroup } from '#catalogue/field.ts'
import { applies } from '#catalogue/parse-input.ts'
import { settledValues } from '../recipe.ts'
import { FieldControl } from './field-control.tsx'
import { Inputs } from './inputs/inputs.tsx'
import type { DraftForm } from './use-draft.ts'

/** The fields of one group that mean anything beside the others; what nobody can change stands below, as a list. */
export function Fields({ form, group }: { form: DraftForm; group: FieldGroup }) {
  const { model, values } = form.draft
  const settled = settledValues(model, values)
  const shown = Object.entries(model.fields).filter(([, field]) => field.group === group && applies(field, settled))
  const draw = (isFixed: boolean) =>
    shown
      .filter(([, field]) => (field.control.kind === 'fixed') === isFixed)
      .map(([name, field]) => (
        <FieldControl
          key={name}
          name={name}
          field={field}
          model={model}
          value={values[name]}
          onChange={(value) => form.changeValue(name, value)}
          problem={form.problems[name]}
        />
      ))
  const [open, fixed] = [draw(false), draw(true)]
  const files = { form: model.generationType, fields: Object.fromEntries(shown), values, onChange: form.changeValue }
  return (
    <>
      {group === 'inputs' ? <Inputs {...files} drawn={open} /> : open}
      {fixed.length > 0 && <dl>{fixed}</dl>}
    </>
  )
}
