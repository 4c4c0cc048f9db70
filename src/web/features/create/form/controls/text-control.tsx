import { m } from '#web/messages/compiled/messages.js'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import type { ControlInput } from './control-props.ts'
import { Examples } from './examples.tsx'

export function TextControl({
  control,
  text,
  hint,
  error,
  value,
  examples,
  onChange,
}: ControlInput<'text'>) {
  const typed = typeof value === 'string' ? value : ''
  return (
    <Field
      label={text.label()}
      hint={hint}
      error={error}
      aside={
        <span className="flex items-center gap-2">
          <Counter text={typed} max={control.maxLength} />
          {examples && <Examples examples={examples} onChoose={onChange} />}
        </span>
      }
    >
      {(props) => (
        <TextArea
          {...props}
          value={typed}
          onChange={onChange}
          lines={control.lines}
          placeholder={text.example?.()}
        />
      )}
    </Field>
  )
}

/** Shown once the end is near. Counts characters as people do, so an emoji is one. */
function Counter({ text, max }: { text: string; max: number }) {
  // Code points are never more than code units, so short texts need no counting.
  const count = text.length > max * 0.8 ? [...text].length : 0
  if (count <= max * 0.8) return null
  return (
    <span className={`text-small tabular-nums ${count > max ? 'text-bad' : 'text-quiet'}`}>
      {m.create_counter({ count, max })}
    </span>
  )
}
