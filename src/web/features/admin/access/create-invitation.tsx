import { useState } from 'react'
import type { CreatedInvitation } from '#contract/admin/invitations.ts'
import { invitationLimits } from '#domain/accounts/sign-up.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { ActionButton } from '../action-dialog.tsx'

const fields = [
  { name: 'uses', label: m.admin_invitation_uses, least: 1, most: invitationLimits.uses, first: 1 },
  {
    name: 'days',
    label: m.admin_invitation_days,
    least: 1,
    most: invitationLimits.days,
    first: 14,
  },
  {
    name: 'credits',
    label: m.admin_invitation_credits,
    least: 0,
    most: invitationLimits.credits,
    first: 0,
  },
] as const

type FieldName = (typeof fields)[number]['name']

type CreateInvitationProps = { onCreated: (invitation: CreatedInvitation) => void }

/** Asks for the limits of an invitation, and creates it. */
export function CreateInvitation({ onCreated }: CreateInvitationProps) {
  const [wrong, setWrong] = useState<readonly FieldName[]>([])
  const read = (form: FormData) => {
    const values = fields.map(({ name }) => [name, Number(form.get(name) || Number.NaN)] as const)
    const invalid = fields.filter(({ least, most }, index) => {
      const value = values[index]?.[1] ?? Number.NaN
      return !Number.isInteger(value) || value < least || value > most
    })
    setWrong(invalid.map(({ name }) => name))
    const note = String(form.get('note') ?? '').trim()
    const email = String(form.get('email') ?? '').trim()
    const optional = { ...(note && { note }), ...(email && { email }) }
    return invalid.length > 0 ? null : { ...Object.fromEntries(values), ...optional }
  }
  return (
    <ActionButton
      act={{
        title: m.admin_invitation_create(),
        path: '/api/admin/invitations',
        fields: <InvitationFields wrong={wrong} />,
        body: read,
        onDone: onCreated,
      }}
    />
  )
}

function InvitationFields({ wrong }: { wrong: readonly FieldName[] }) {
  return (
    <>
      {fields.map(({ name, label, least, most, first }) => {
        const limits = { least: formatNumber(least), most: formatNumber(most) }
        return (
          <Field
            key={name}
            label={label()}
            error={wrong.includes(name) ? m.admin_number_between(limits) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                name={name}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={first}
              />
            )}
          </Field>
        )
      })}
      <Field label={m.admin_invitation_note()} hint={m.admin_invitation_note_hint()}>
        {(control) => <Input {...control} name="note" maxLength={200} autoComplete="off" />}
      </Field>
      <Field label={m.admin_invitation_email()} hint={m.admin_invitation_email_hint()}>
        {(control) => (
          <Input {...control} name="email" type="email" maxLength={254} autoComplete="off" />
        )}
      </Field>
    </>
  )
}
