import { useState } from 'react'
import { ActionButton } from '#web/features/admin/action-dialog.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import type { CreatedCodes } from '../contract.ts'
import { codeLimits } from '../rules.ts'

const fields = [
  { name: 'credits', label: m.admin_code_credits, most: codeLimits.credits, first: '' },
  { name: 'count', label: m.admin_code_how_many, most: codeLimits.count, first: 1 },
  { name: 'uses', label: m.admin_code_uses, most: codeLimits.uses, first: 1 },
  { name: 'days', label: m.admin_code_days, most: codeLimits.days, first: '' },
] as const

type FieldName = (typeof fields)[number]['name']

/** Asks what new codes give, and creates them. */
export function CreateCodes({ onCreated }: { onCreated: (codes: CreatedCodes) => void }) {
  const [wrong, setWrong] = useState<readonly FieldName[]>([])
  const read = (form: FormData) => {
    const of = (name: string) => String(form.get(name) ?? '').trim()
    const given = fields.filter(({ name }) => name !== 'days' || of(name) !== '')
    const invalid = given.filter(({ name, most }) => {
      const value = Number(of(name) || Number.NaN)
      return !Number.isInteger(value) || value < 1 || value > most
    })
    setWrong(invalid.map(({ name }) => name))
    if (invalid.length > 0) return null
    const note = of('note')
    const values = Object.fromEntries(given.map(({ name }) => [name, Number(of(name))]))
    return { ...values, counts_as_paid: form.get('paid') === 'on', ...(note && { note }) }
  }
  return (
    <ActionButton
      act={{
        title: m.admin_code_create(),
        path: '/api/admin/codes',
        fields: <CodeFields wrong={wrong} />,
        body: read,
        onDone: onCreated,
      }}
    />
  )
}

function CodeFields({ wrong }: { wrong: readonly FieldName[] }) {
  return (
    <>
      {fields.map(({ name, label, most, first }) => {
        const limits = { least: '1', most: formatNumber(most) }
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
      <label className="flex min-h-6 items-center gap-2">
        <input type="checkbox" name="paid" defaultChecked className="size-4 accent-accent" />
        {m.admin_code_counts_as_paid()}
      </label>
      <Field label={m.admin_code_note()} hint={m.admin_code_note_hint()}>
        {(control) => <Input {...control} name="note" maxLength={200} autoComplete="off" />}
      </Field>
    </>
  )
}
