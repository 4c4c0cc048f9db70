import { ActionButton } from '#web/admin/action-dialog.tsx'
import { type NumberField, readTexts, useNumberFields } from '#web/admin/number-fields.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import type { CreatedCodes } from '../contract.ts'
import { codeLimits } from '../rules.ts'

const { credits, count, uses, days } = codeLimits
const fields: readonly NumberField[] = [
  { name: 'credits', label: m.admin_code_credits, least: 1, most: credits, first: '' },
  { name: 'count', label: m.admin_code_how_many, least: 1, most: count, first: 1 },
  { name: 'uses', label: m.admin_code_uses, least: 1, most: uses, first: 1 },
  { name: 'days', label: m.admin_code_days, least: 1, most: days, first: '', isOptional: true },
]

/** Asks what new codes give, and creates them. */
export function CreateCodes({ onCreated }: { onCreated: (codes: CreatedCodes) => void }) {
  const { read, inputs } = useNumberFields(fields)
  const body = (form: FormData) => {
    const numbers = read(form)
    const rest = { counts_as_paid: form.get('paid') === 'on', ...readTexts(form, ['note']) }
    return numbers && { ...numbers, ...rest }
  }
  return (
    <ActionButton
      act={{
        ...{ title: m.admin_code_create(), path: '/api/admin/codes', body, onDone: onCreated },
        fields: (
          <>
            {inputs}
            <label className="flex min-h-6 items-center gap-2">
              <input type="checkbox" name="paid" defaultChecked className="size-4 accent-accent" />
              {m.admin_code_counts_as_paid()}
            </label>
            <Field label={m.admin_code_note()} hint={m.admin_code_note_hint()}>
              {(control) => <Input {...control} name="note" maxLength={200} autoComplete="off" />}
            </Field>
          </>
        ),
      }}
    />
  )
}
