import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import type { ControlInput } from '../controls/control-props.ts'

/** Several files: their addresses. */
export function FilesControl({ text, hint, error, value, onChange }: ControlInput<'files'>) {
  return (
    <Field label={text.label()} hint={hint} error={error}>
      {(control) => (
        <TextArea
          {...control}
          lines={2}
          value={Array.isArray(value) ? value.join('\n') : ''}
          onChange={(text) => onChange(text.split('\n').filter(Boolean))}
        />
      )}
    </Field>
  )
}
