import type { ReactElement } from 'react'
import type { Field, FieldGroup } from '#catalogue/fields.ts'
import type { FormValues } from '#catalogue/form-values.ts'
import { applies, availableOptions } from '#catalogue/parse-input.ts'
import { settledValues } from '../recipe.ts'
import { FieldControl } from './field-control.tsx'
import { fieldPlace } from './field-place.ts'
import { Inputs } from './inputs/inputs.tsx'
import { Length } from './notes/length.tsx'
import { UpgradeNote } from './upgrade/upgrade-note.tsx'
import type { DraftForm } from './use-draft.ts'

const fixedLine = 'flex items-baseline justify-between gap-4 py-1'

/**
 * The fields of one group that mean anything beside the others; what nobody can change stands
 * below, as a list.
 */
export function Fields({ form, group }: { form: DraftForm; group: FieldGroup }) {
  const { model, values } = form.draft
  const settled = settledValues(model, values)
  const shown = Object.entries(model.fields).filter(
    ([, field]) => field.group === group && applies(field, settled),
  )
  if (shown.length === 0) return null
  const isFixed = ([, field]: [string, Field]) => field.control.kind === 'fixed'
  const drawn = shown.filter((entry) => !isFixed(entry)).map((entry) => draw(form, entry))
  const fixed = shown.filter(isFixed).map((entry) => draw(form, entry))
  const hasLength = group === 'shape' && model.seconds !== undefined
  return (
    <>
      {group === 'inputs' ? (
        <Inputs
          form={model.generationType}
          fields={Object.fromEntries(shown)}
          values={values}
          onChange={form.changeValue}
          drawn={drawn}
        />
      ) : (
        drawn
      )}
      {(fixed.length > 0 || hasLength) && (
        <dl className="-my-1 empty:hidden">
          {fixed}
          {hasLength && <Length model={model} values={settled} />}
        </dl>
      )}
      {group === 'shape' && <UpgradeNote fields={shown.map(([, field]) => field)} />}
    </>
  )
}

/** Only the options that mean something beside the other values. */
function withAvailableOptions(field: Field, values: FormValues): Field {
  if (field.control.kind !== 'shape' || !field.control.needs) return field
  return { ...field, control: { ...field.control, options: availableOptions(field, values) } }
}

function draw(form: DraftForm, [name, field]: [string, Field]): ReactElement {
  const { model, values } = form.draft
  return (
    <div
      key={name}
      id={fieldPlace(name)}
      className={field.control.kind === 'fixed' ? fixedLine : undefined}
    >
      <FieldControl
        name={name}
        field={withAvailableOptions(field, values)}
        model={model}
        value={values[name]}
        onChange={(value) => form.changeValue(name, value)}
        problem={form.problems[name]}
      />
    </div>
  )
}
