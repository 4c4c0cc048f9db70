import { useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Field } from '#web/ui/controls/field.tsx'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'

type FileFieldProps = { label: string; hint: string; onFile: (uri: string) => void }

/** A CSV or JSON file, given on as a `data:` URI. */
export function FileField({ label, hint, onFile }: FileFieldProps) {
  const [name, setName] = useState<string>()
  const pick = (file: File | undefined) => {
    if (!file) return
    setName(file.name)
    const reader = new FileReader()
    reader.onload = () => onFile(String(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <FileChooser
          {...control}
          accept=".csv,.json,text/csv,application/json"
          onPick={([file]) => pick(file)}
          className="inline-flex min-h-control items-center gap-2 rounded-control border border-edge bg-ground px-3 text-body"
        >
          <span className="wrap-anywhere">{name ?? m.admin_cost_choose_file()}</span>
        </FileChooser>
      )}
    </Field>
  )
}
