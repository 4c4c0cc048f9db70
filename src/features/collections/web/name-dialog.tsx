import type { FormEvent } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { maxCollectionName } from '../rules.ts'

type NameFieldProps = { label: string; name: string; onName: (name: string) => void }

/** A field for the name of a collection; the focus of its dialog begins there. */
export function NameField({ label, name, onName }: NameFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          data-initial-focus
          value={name}
          maxLength={maxCollectionName}
          autoComplete="off"
          onChange={({ target }) => onName(target.value)}
        />
      )}
    </Field>
  )
}

type NameDialogProps = {
  title: string
  description?: string
  save: string
  name: string
  onName: (name: string) => void
  onSave: () => void
  onClose: () => void
  error: Error | null
  isBusy: boolean
}

/** Asks for the name of a collection. */
export function NameDialog(props: NameDialogProps) {
  const { title, description, save, name, onName, onSave, onClose, error, isBusy } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !isBusy) onSave()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      closeLabel={m.collections_close()}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <NameField label={m.collections_name()} name={name} onName={onName} />
        {error && (
          <Notice tone="bad" announce="now">
            {errorText(error)}
          </Notice>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.viewer_tags_cancel()}</Button>
          <Button type="submit" variant="primary" disabled={name.trim() === ''} busy={isBusy}>
            {save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
