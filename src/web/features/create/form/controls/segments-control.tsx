import { useId } from 'react'
import { FieldLabel } from '#web/ui/controls/field.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import type { ControlInput } from './control-props.ts'

export function SegmentsControl({ control, text, hint, error, value, onChange }: ControlInput<'segments'>) {
  const noteId = useId()
  const note = error ?? hint
  return (
    <div className="flex flex-col gap-1.5">
      <FieldLabel>{text.label()}</FieldLabel>
      <Segmented
        label={text.label()}
        options={control.options.map((option) => ({ value: option, label: option }))}
        value={control.options.find((option) => option === value)}
        onChange={onChange}
        describedBy={note && noteId}
      />
      {note && (
        <p id={noteId} className={`text-small ${error ? 'text-bad' : 'text-quiet'}`}>
          {note}
        </p>
      )}
    </div>
  )
}
