import { ActionButton } from '#web/admin/action-dialog.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'

/** Removes the result of a generation for everyone. */
export function TakedownButton({ id }: { id: string }) {
  return (
    <ActionButton
      act={{
        title: m.admin_takedown(),
        text: m.admin_takedown_text(),
        path: `/api/admin/moderation/${id}/takedown`,
        isDanger: true,
        fields: (
          <Field label={m.admin_takedown_note()} hint={m.admin_takedown_note_hint()}>
            {(control) => <Input {...control} name="note" maxLength={1000} required />}
          </Field>
        ),
        body: (form) => ({ note: String(form.get('note') ?? '').trim() }),
      }}
    />
  )
}
