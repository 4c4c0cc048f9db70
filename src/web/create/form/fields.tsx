import type { ComponentType, ReactElement } from 'react'
import type { Control, Field, FieldGroup } from '#core/models/rules/fields.ts'
import type { FormValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { applies, availableOptions, type FieldProblem } from '#core/models/rules/parse-input.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText } from '#web/shared/field-texts.ts'
import { formTexts } from '../create-kinds.ts'
import { FileControl } from '../inputs/file-control.tsx'
import { FilesControl } from '../inputs/files-control.tsx'
import { Inputs } from '../inputs/inputs.tsx'
import { effectiveValues } from '../start/form-values.ts'
import type { DraftForm } from '../start/use-draft.ts'
import type { ControlInput } from './control-props.ts'
import { fieldId, problemText } from './field-problems.ts'
import { examplePrompts } from './model-texts.ts'
import { SeedControl } from './seed-control.tsx'
import { SegmentsControl } from './segments-control.tsx'
import { ShapeControl } from './shape-control.tsx'
import { FixedControl, NumberControl, SwitchControl } from './simple-controls.tsx'
import { TextControl } from './text-control.tsx'
import { UpgradeNote } from './upgrade-mark.tsx'

const fixedLine = 'flex items-baseline justify-between gap-4 py-1'

/** The fields of one group that apply beside the others; fixed values are below, as a list. */
export function Fields({ form, group }: { form: DraftForm; group: FieldGroup }) {
  const { model, values } = form.draft
  const settled = effectiveValues(model, values)
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
          form={form.uploads}
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

/** Only the options that apply beside the other values. */
function withAvailableOptions(field: Field, values: FormValues): Field {
  if (field.control.kind !== 'shape' || !field.control.needs) return field
  return { ...field, control: { ...field.control, options: availableOptions(field, values) } }
}

function draw(form: DraftForm, [name, field]: [string, Field]): ReactElement {
  const { model, values } = form.draft
  return (
    <div
      key={name}
      id={fieldId(name)}
      className={field.control.kind === 'fixed' ? fixedLine : undefined}
    >
      <FieldControl
        name={name}
        field={withAvailableOptions(field, values)}
        model={model}
        value={values[name]}
        values={values}
        onChange={(value) => form.changeValue(name, value)}
        problem={form.problems[name]}
      />
    </div>
  )
}

/**
 * The only map from a kind of control to its component. A new kind does not compile until it is
 * here.
 */
const components: { [Kind in Control['kind']]: ComponentType<ControlInput<Kind>> } = {
  text: TextControl,
  number: NumberControl,
  segments: SegmentsControl,
  shape: ShapeControl,
  seed: SeedControl,
  switch: SwitchControl,
  fixed: FixedControl,
  file: FileControl,
  files: FilesControl,
}

type FieldControlProps = {
  name: string
  field: Field
  model: Model
  value: unknown
  values: FormValues
  onChange: (value: unknown) => void
  problem: FieldProblem | undefined
}

/** One field of a model, with the component of its control. */
function FieldControl({ name, field, model, value, values, onChange, problem }: FieldControlProps) {
  // Safe because the component is looked up by the kind of the same control.
  const Component = components[field.control.kind] as ComponentType<ControlInput>
  const text = fieldText(name, model, formTexts(model).fields)
  const isPrompt = name === (model.promptField ?? 'prompt')
  return (
    <Component
      name={name}
      model={model}
      control={field.control}
      text={text}
      hint={field.ignored ? m.field_ignored({ model: model.name }) : text.hint?.()}
      error={problem && problemText(problem, text)}
      isPrompt={isPrompt}
      examples={isPrompt ? examplePrompts(model) : undefined}
      value={value}
      values={values}
      initially={field.initially}
      onChange={onChange}
    />
  )
}

/** The length of the video: its frames divided by their rate (docs/spec/creation.md#models). */
function Length({ model, values }: { model: Model; values: FormValues }) {
  const seconds = 'duration' in model.fields ? undefined : model.seconds?.(values as never)
  if (seconds === undefined || !Number.isFinite(seconds)) return null
  return (
    <div className="flex items-baseline justify-between gap-4 py-1">
      <dt className="text-small text-quiet">{m.field_duration()}</dt>
      <dd className="text-body tabular-nums">
        {m.field_seconds({ seconds: Math.round(seconds * 10) / 10 })}
      </dd>
    </div>
  )
}
