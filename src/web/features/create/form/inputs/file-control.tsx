import { Field } from '#web/ui/controls/field.tsx'
import type { ControlInput } from '../controls/control-props.ts'

/** One file: its address. */
export function FileControl({ text, hint, error, value, onChange }: ControlInput<'file'>) {
  return (
    <Field label={text.label()} hint={hint} error={error}>
      {(control) => (
        <input
          type="url"
          {...control}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
          className="h-control w-full rounded-control border border-edge bg-ground px-2.5"
        />
      )}
    </Field>
  )
}
