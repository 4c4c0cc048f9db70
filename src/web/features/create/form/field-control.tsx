import type { ComponentType } from 'react'
import type { Control, Field } from '#catalogue/fields.ts'
import type { Model } from '#catalogue/model.ts'
import type { FieldProblem } from '#catalogue/parse-input.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText } from '#web/shared/field-texts.ts'
import type { ControlInput } from './controls/control-props.ts'
import { FixedControl } from './controls/fixed-control.tsx'
import { NumberControl } from './controls/number-control.tsx'
import { SeedControl } from './controls/seed/seed-control.tsx'
import { SegmentsControl } from './controls/segments-control.tsx'
import { ShapeControl } from './controls/shape/shape-control.tsx'
import { SwitchControl } from './controls/switch-control.tsx'
import { TextControl } from './controls/text-control.tsx'
import { FileControl } from './inputs/file-control.tsx'
import { FilesControl } from './inputs/files-control.tsx'
import { examplePrompts } from './texts/example-prompts.ts'
import { problemText } from './texts/problem-text.ts'

/**
 * The one place that says how a kind of control is drawn. A new kind does not compile until it is.
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
  onChange: (value: unknown) => void
  problem: FieldProblem | undefined
}

/** One field of a model, as its control says. */
export function FieldControl({ name, field, model, value, onChange, problem }: FieldControlProps) {
  // Safe because a component is looked up by the very kind of the control it gets.
  const Component = components[field.control.kind] as ComponentType<ControlInput>
  const text = fieldText(name, model.kind)
  return (
    <Component
      name={name}
      control={field.control}
      text={text}
      hint={field.ignored ? m.field_ignored({ model: model.name }) : text.hint?.()}
      error={problem && problemText(problem, text)}
      examples={name === (model.promptField ?? 'prompt') ? examplePrompts(model) : undefined}
      value={value}
      initially={field.initially}
      onChange={onChange}
    />
  )
}
