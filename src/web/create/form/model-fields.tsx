import type { ReactNode } from 'react'
import type { FieldGroup } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import { changedSettings, effectiveValues, resetSettings } from '../start/form-values.ts'
import type { DraftForm } from '../start/use-draft.ts'
import { Advanced } from './advanced.tsx'
import { Fields } from './fields.tsx'
import { Warnings } from './form-notes.tsx'
import { InputNotes } from './input-notes.tsx'

type ModelFieldsProps = {
  form: DraftForm
  /** Above the advanced settings. */
  children?: ReactNode
}

/** All fields of the chosen model, with the notes about its values. */
export function ModelFields({ form, children }: ModelFieldsProps) {
  const { model, values } = form.draft
  const canReset = changedSettings(model, values).length > 0
  return (
    <>
      {groupsOf(model).map((group) => (
        <Fields key={group} form={form} group={group} />
      ))}
      <InputNotes
        model={model}
        values={effectiveValues(model, values)}
        onChange={form.changeValue}
      />
      {children}
      {Object.values(model.fields).some(({ group }) => group === 'advanced') && (
        <Advanced
          generationType={model.generationType}
          changed={changedSettings(model, values, 'advanced').length}
          hasProblem={Object.keys(form.problems).some(
            (name) => model.fields[name]?.group === 'advanced',
          )}
          onReset={
            canReset ? () => form.change({ values: resetSettings(model, values) }) : undefined
          }
        >
          <Fields form={form} group="advanced" />
        </Advanced>
      )}
      <Warnings model={model} values={effectiveValues(model, values)} />
    </>
  )
}

/** The file field comes first where the form needs a file. */
function groupsOf({ fields }: Model): FieldGroup[] {
  const [first] = Object.values(fields)
  return first?.group === 'inputs' ? ['inputs', 'prompt', 'shape'] : ['prompt', 'inputs', 'shape']
}
