import { ActionButton } from '#web/admin/action-dialog.tsx'
import { type NumberField, readTexts, useNumberFields } from '#web/admin/number-fields.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import type { CreatedInvitation } from '../contract.ts'
import { invitationLimits } from '../rules.ts'

const { uses, days, credits } = invitationLimits
const fields: readonly NumberField[] = [
  { name: 'uses', label: m.admin_invitation_uses, least: 1, most: uses, first: 1 },
  { name: 'days', label: m.admin_invitation_days, least: 1, most: days, first: 14 },
  { name: 'credits', label: m.admin_invitation_credits, least: 0, most: credits, first: 0 },
]

type CreateInvitationProps = { onCreated: (invitation: CreatedInvitation) => void }

/** Asks for the limits of an invitation, and creates it. */
export function CreateInvitation({ onCreated }: CreateInvitationProps) {
  const { read, inputs } = useNumberFields(fields)
  const body = (form: FormData) => {
    const numbers = read(form)
    return numbers && { ...numbers, ...readTexts(form, ['note', 'email']) }
  }
  const path = '/api/admin/invitations'
  return (
    <ActionButton
      act={{
        ...{ title: m.admin_invitation_create(), path, body, onDone: onCreated },
        fields: (
          <>
            {inputs}
            <Field label={m.admin_invitation_note()} hint={m.admin_invitation_note_hint()}>
              {(control) => <Input {...control} name="note" maxLength={200} autoComplete="off" />}
            </Field>
            <Field label={m.admin_invitation_email()} hint={m.admin_invitation_email_hint()}>
              {(control) => (
                <Input {...control} name="email" type="email" maxLength={254} autoComplete="off" />
              )}
            </Field>
          </>
        ),
      }}
    />
  )
}
